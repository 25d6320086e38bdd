// Draws the icons of the installed page from packages/gui/public/icon.svg: `node tools/gen-icons.ts`. Requires
// Chromium.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { launchChromium } from "../tests/e2e/chromium.ts";

/** The background of the dark theme. */
const GROUND = "#14161a";

/** `inset` is how much an edge of the picture loses: systems cut a maskable icon down to a circle of 80 %. */
const icons = [
  { name: "icon-192.png", size: 192, inset: 0.08 },
  { name: "icon-512.png", size: 512, inset: 0.08 },
  { name: "icon-maskable-512.png", size: 512, inset: 0.2 },
] as const;

const folder = join(import.meta.dirname, "../packages/gui/public");
const picture = `data:image/svg+xml;base64,${readFileSync(join(folder, "icon.svg")).toString("base64")}`;
await using browser = await launchChromium();
for (const { name, size, inset } of icons) {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  const isRound = inset < 0.1;
  await page.setContent(`<style>
    html { background: ${isRound ? "transparent" : GROUND} }
    body { margin: 0; height: 100vh; display: grid; place-items: center; background: ${GROUND};
           border-radius: ${isRound ? "22%" : "0"} }
    img { width: ${(1 - 2 * inset) * 100}% }
  </style><img src="${picture}">`);
  await page.locator("img").evaluate((image: HTMLImageElement) => image.decode());
  writeFileSync(join(folder, name), await page.screenshot({ omitBackground: isRound }));
  console.log(name);
}
