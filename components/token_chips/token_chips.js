// The tokens of a text as chips: how each is written, its id and its place.

export default function ({ parentElement: root, data }) {
  const { header } = unpack(data);
  const list = root.querySelector("ol");
  list.setAttribute("aria-label", header.alt);
  list.replaceChildren(
    ...header.tokens.map(({ text, note, joined, strong }) => {
      const chip = document.createElement("li");
      const word = document.createElement("b");
      const small = document.createElement("small");
      chip.classList.toggle("joined", joined);
      chip.classList.toggle("strong", strong);
      word.textContent = text;
      small.textContent = note;
      chip.append(word, small);
      return chip;
    }),
  );
  list.dataset.text = header.text;
}
