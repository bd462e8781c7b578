// "Send this sentence": its picture and the link that opens so, in a panel with what can be done with both.

import { handBack } from "../shared/around.js";
import { HEIGHT, WIDTH, card } from "./looks_card.js";
import { keeping } from "../shared/kept.js";
import { styleOf } from "../shared/message.js";
import { download, pngOf, typeface } from "../shared/save.js";
import { element } from "../shared/written.js";

const keptOf = /** @type {typeof keeping<{ panel?: HTMLElement }>} */ (keeping)();

const NAME = "headlight.png";
const NEAR = ["localhost", "127.0.0.1", "[::1]"];
const HTML = `<div class="panel" popover="auto" role="dialog" aria-label="Send this sentence"><img width="${WIDTH / 2}" height="${HEIGHT / 2}">
  <input readonly aria-label="Link"><p class="near" hidden>Only this computer can open this link.</p>
  <div class="ways"><button class="copy">Copy link</button><button class="download">Download picture</button><button class="share">Share…</button></div></div>`;

/** @type {(root: PictureRoot, button: HTMLElement, sentence: import("./looks_card.js").Sentence) => Promise<void>} open the panel of what a picture shows now */
export async function send(root, button, sentence) {
  const { host, pathname, hostname, href } = location;
  const family = getComputedStyle(root.querySelector(".picture")).fontFamily;
  const drawn = card(sentence, `${host}${pathname}`.replace(/\/$/, ""), family, await typeface(root));
  const picture = await pngOf(drawn, WIDTH, HEIGHT, 1);
  if (!picture) return;
  const panel = (keptOf(root).panel ??= made(root, button));
  const part = (/** @type {string} */ name) => /** @type {OfFrame} */ (panel.querySelector(name));
  const text = sentence.words.map(({ text, apart }) => (apart ? " " : "") + text).join("").trim();
  const file = new File([picture], NAME, { type: "image/png" });
  const whole = { title: "Headlight", text, url: href }, shared = navigator.canShare?.({ files: [file] }) ? { ...whole, files: [file] } : whole;
  const [image, link, copy] = ["img", "input", ".copy"].map(part);
  URL.revokeObjectURL(image.src);
  Object.assign(image, { src: URL.createObjectURL(picture), alt: `${text} ${sentence.says}` });
  link.value = href;
  part(".near").hidden = !NEAR.includes(hostname);
  copy.textContent = "Copy link";
  copy.onclick = async () => {
    link.select(); // to be copied by hand where the page may not: the clipboard is of secure pages alone
    await navigator.clipboard?.writeText(href).then(() => (copy.textContent = "Copied"), () => (copy.textContent = "Copy it from the line above"));
  };
  part(".download").onclick = () => download(NAME, picture);
  part(".share").hidden = !navigator.share;
  part(".share").onclick = () => navigator.share(shared).catch(() => {}); // who changes their mind has sent nothing
  panel.showPopover();
  copy.focus();
}

/** @type {(root: PictureRoot, button: HTMLElement) => HTMLElement} a panel with a style of its own, at the picture */
function made(root, button) {
  const place = element("div"), inside = place.attachShadow({ mode: "open" });
  inside.innerHTML = HTML;
  inside.prepend(element("link", { rel: "stylesheet", href: styleOf("shared/send") }));
  root.append(place);
  handBack(inside.querySelector(".panel"), button);
  return inside.querySelector(".panel");
}
