// Answers, a line for each line of JSON that it is asked, what the browser's engine computes under a change or why not.

const [engine, config, tokenizer, weights] = Deno.args;
const { LanguageModel } = await import(`${engine}/language_model.js`);
const { UNCHANGED, intervention } = await import(`${engine}/intervention.js`);
const json = async (path) => JSON.parse(await Deno.readTextFile(path));
const [{ model, ...alphabet }, { buffer }] = [await json(tokenizer), await Deno.readFile(weights)];
const reads = await LanguageModel.read({ config: await json(config), tokenizer: model ?? alphabet, file: buffer });
const number = (_, value) => (typeof value === "string" && value.startsWith("@") ? Number(value.slice(1)) : value);

function answer({ text, changes }) {
  if (!changes) return { fields: UNCHANGED };
  try {
    const { layers: [{ keys }], final, next_logits: logits } = reads.trace(text, intervention(changes));
    return { computed: { keys: [...keys], final: [...final], logits: [...logits] } };
  } catch (error) {
    return { refused: error.message };
  }
}

let rest = "";
for await (const some of Deno.stdin.readable.pipeThrough(new TextDecoderStream())) {
  const lines = (rest + some).split("\n");
  rest = lines.pop() ?? "";
  for (const line of lines) console.log(JSON.stringify(answer(JSON.parse(line, number))));
}
