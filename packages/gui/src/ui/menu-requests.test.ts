import { expect, test } from "vitest";
import { askForMenu, opensMenus, type MenuRequest } from "./menu-requests.ts";

/** An element of a page, as far as menus need one. */
function element(parentElement: Element | null = null): HTMLElement {
  return Object.assign(new EventTarget(), { parentElement }) as unknown as HTMLElement;
}

test("[TT3] a resting finger opens the menu of the closest element around it that has one for it", () => {
  const list = element();
  const row = element(list);
  const field = element(row);
  const asked: [string, MenuRequest][] = [];
  using ofList = opensMenus(list, (request) => asked.push(["list", request]) > 0);
  using _ = opensMenus(row, (request) => asked.push(["row", request]) > 0 && request.target !== field);
  expect(askForMenu(row, { x: 1, y: 2 })).toBe(true);
  expect(asked).toEqual([["row", { x: 1, y: 2, isByKey: false, target: row }]]);
  expect(askForMenu(field, { x: 3, y: 4 })).toBe(true);
  expect(asked.slice(1).map(([name]) => name)).toEqual(["row", "list"]);
  ofList[Symbol.dispose]();
  expect(askForMenu(list, { x: 0, y: 0 })).toBe(false);
});
