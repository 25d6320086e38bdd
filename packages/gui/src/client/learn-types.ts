import { messages } from "@orrery/msgs";
import type { Node } from "@orrery/sim";

/** Loads the types of third-party systems from the server, if a topic or service has a type that the page lacks. */
export async function learnTypes(node: Node): Promise<void> {
  const types = [...node.topics().map(({ type }) => type), ...node.services().map(({ request }) => request)];
  if (types.every((type) => type === "" || messages.has(type))) return;
  const { descriptor_set } = await node.request("/orrery/schemas", {}, { response: "orrery.msgs.Schemas" });
  if (descriptor_set !== undefined) messages.addDescriptorSet(descriptor_set);
}
