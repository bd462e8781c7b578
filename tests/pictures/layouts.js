// Answers, for each of the cases that it is asked, where a picture would place what it shows: type is half as wide as high.

const [pictures] = Deno.args;
const cases = await new Response(Deno.stdin.readable).text();
const parts = {};
for (const name of ["layer_heads", "alignment", "head_grid", "looks"]) {
  parts[name] = (await import(`${pictures}/${name}${name === "looks" ? "_places" : "_layout"}.js`)).layout;
}
const number = (_, value) => (value === "Infinity" ? Infinity : value);
const measure = (words, size) => 0.5 * size * words.length;
const widthsOf = ({ words = [] }) => words.map(({ text }) => measure(text, 1));
const placed = ({ picture, given }) => {
  const laid = parts[picture]({ ...given, measure, widths: widthsOf(given), numbered: (size) => size });
  return Array.isArray(laid) ? { places: laid, ...laid } : laid;
};
console.log(JSON.stringify(JSON.parse(cases, number).map(placed)));
