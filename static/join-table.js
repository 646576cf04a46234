// The page where a table is joined: a picture of its code is read where the browser can; everywhere else the camera of
// the phone opens the link by itself.
import { $, say } from "./dom.js";

const scan = $("#scan");
const box = $("#code");

async function readPicture(file) {
  const found = await new globalThis.BarcodeDetector({ formats: ["qr_code"] }).detect(await createImageBitmap(file));
  return found.map((code) => code.rawValue).find((text) => text.includes("/t/"));
}

if (globalThis.BarcodeDetector) scan.hidden = false;
scan.addEventListener("change", async () => {
  const [picture] = /** @type {any} */ ($("input", scan)).files;
  const link = await readPicture(picture).catch(() => undefined);
  if (link) {
    box.value = link;
    return box.form.requestSubmit();
  }
  const about = $("#code-about");
  about.className = "error";
  about.textContent = scan.dataset.none;
  say(scan.dataset.none);
});
