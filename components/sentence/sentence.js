// A sentence of pieces, each written as plain text, some of them strong.

export default function ({ parentElement: root, data }) {
  const { header } = unpack(data);
  const paragraph = root.querySelector(".says");
  say(paragraph, header.pieces);
  paragraph.dataset.text = header.text;
}
