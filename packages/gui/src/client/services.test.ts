import { expect, test } from "vitest";
import { Services } from "./services.ts";

class Pen implements Disposable {
  readonly name: string;
  readonly #log: string[];

  constructor(name: string, log: string[]) {
    this.name = name;
    this.#log = log;
  }

  [Symbol.dispose](): void {
    this.#log.push(`${this.name} ends`);
  }
}

class Brush extends Pen {}

test("[MW2] a service is made once for all who ask, and ends with its owner, the latest first", () => {
  const log: string[] = [];
  const services = new Services();
  expect(services.find(Pen)).toBeUndefined();
  const pen = services.of(Pen, () => new Pen("pen", log));
  expect(services.of(Pen, () => expect.unreachable())).toBe(pen);
  services.of(Brush, () => new Brush("brush", log));
  services[Symbol.dispose]();
  expect(log).toEqual(["brush ends", "pen ends"]);
});

test("[MW2] a service can be ended before its owner; whoever asks then gets another one", () => {
  const log: string[] = [];
  using services = new Services();
  services.of(Pen, () => new Pen("first", log));
  services.end(Pen);
  expect([log, services.find(Pen)]).toEqual([["first ends"], undefined]);
  expect(services.of(Pen, () => new Pen("second", log)).name).toBe("second");
});
