import { IsModel } from "../../components/identity.ts";
import { Plugins } from "../../components/simulation.ts";
import type { Entity } from "../../ecs/entities.ts";
import type { World } from "../../ecs/world.ts";
import type { Plugin } from "../../scene/scene.ts";
import { writing, type Write } from "../prepared.ts";
import { changeTexts } from "../texts/change-texts.ts";

/** A parameter of a system that is a length, or a vector of lengths. */
export interface LengthParam {
  readonly element: string;
  /** Its default, as it would be written in a file. */
  readonly initial: string;
}

/** Returns the parameters of a plugin's system that are lengths; none if the system is unknown. */
export type LengthsOf = (plugin: Plugin) => readonly LengthParam[];

/** Scales the lengths among the parameters of all systems on a model and on the models in it. */
export function paramWrites(world: World, model: Entity, factor: number, lengthsOf: LengthsOf): Write[] {
  const writes: Write[] = [];
  const plugins = world.get(model, Plugins) ?? [];
  const scaled = plugins.map((plugin) => {
    const lengths = lengthsOf(plugin);
    return lengths.length === 0 ? plugin : { ...plugin, innerXml: scaledXml(plugin.innerXml, lengths, factor) };
  });
  if (scaled.some((plugin, i) => plugin !== plugins[i])) writes.push(writing(model, Plugins, scaled));
  for (const part of world.childrenOf(model)) {
    if (world.has(part, IsModel)) writes.push(...paramWrites(world, part, factor, lengthsOf));
  }
  return writes;
}

/**
 * Scales the lengths in the text of a plugin. Lengths that the text leaves out have their defaults, and are then
 * written out.
 */
export function scaledXml(xml: string, lengths: readonly LengthParam[], factor: number): string {
  const given = new Set<string>();
  const changed = outsideComments(xml, (text) =>
    changeTexts(text, (tag, value) => {
      if (!lengths.some(({ element }) => element === tag)) return value;
      given.add(tag);
      return scaledNumbers(value, factor);
    }),
  );
  const added = lengths
    .filter(({ element }) => !given.has(element))
    .map(({ element, initial }) => ({ element, initial, value: scaledNumbers(initial, factor) }))
    .filter(({ initial, value }) => value !== initial)
    .map(({ element, value }) => `<${element}>${value}</${element}>`);
  return changed + added.join("");
}

/**
 * Scales a list of numbers; returns any other text unchanged. A number has at most 15 digits: 0.6, not
 * 0.6000000000000001.
 */
function scaledNumbers(text: string, factor: number): string {
  const numbers = text.split(/\s/).filter((part) => part !== "");
  const values = numbers.map(Number);
  if (values.length === 0 || !values.every(Number.isFinite)) return text;
  return values.map((value) => String(Number((value * factor).toPrecision(15)))).join(" ");
}

function outsideComments(xml: string, change: (text: string) => string): string {
  const pieces: string[] = [];
  for (let at = 0; at < xml.length;) {
    const start = xml.indexOf("<!--", at);
    const end = start < 0 ? -1 : xml.indexOf("-->", start);
    if (end < 0) return pieces.join("") + change(xml.slice(at));
    pieces.push(change(xml.slice(at, start)), xml.slice(start, end + 3));
    at = end + 3;
  }
  return pieces.join("");
}
