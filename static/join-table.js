// Reads a table's QR code from a picture, where the browser can. Phones' camera apps open the link by themselves.
import { $, say } from "./dom.js";

const scan = $("#scan");
const box = $("#code");

async function readPicture(file) {
  const codes = await new globalThis.BarcodeDetector({ formats: ["qr_code"] }).detect(await createImageBitmap(file));
  return codes.map((code) => code.rawValue).find((text) => text.includes("/t/"));
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
