import { messages } from "@orrery/msgs";
import { ProtoTypes } from "@orrery/plots";
import type { Node } from "@orrery/sim";
import { learnTypes } from "../../../client/learn-types.ts";
import type { WorldView } from "../../../client/world-view.ts";
import type { LiveCurveParts } from "../live/live-curve.ts";
import { LiveSource } from "../live/live-source.ts";
import { HeardTopic } from "./heard-topic.ts";
import { TopicCurve } from "./topic-curve.ts";
import { readTopicKey } from "./topic-key.ts";

/** The plotted numbers of messages on topics, from now on. Each topic is subscribed to once. */
export class TopicTracks extends LiveSource<TopicCurve> {
  readonly #topics = new Map<string, HeardTopic>();
  readonly #types = new ProtoTypes(messages);
  #node: Node | undefined;
  #following: Disposable | undefined;
  #isAsking = false;

  constructor(view: WorldView) {
    super(view);
    this.parts.use(view.client.changes.on((client) => this.#connect(client?.node)));
    this.parts.defer(() => {
      this.#following?.[Symbol.dispose]();
      for (const topic of this.#topics.values()) topic[Symbol.dispose]();
    });
    this.#connect(view.client.current?.node);
  }

  protected override make(parts: LiveCurveParts): TopicCurve {
    return new TopicCurve(readTopicKey(parts.key), { ...parts, types: this.#types, rows: this.rows });
  }

  protected override added(curve: TopicCurve): void {
    if (curve.topic === "") return;
    const topic = this.#topics.get(curve.topic) ?? new HeardTopic(curve.topic);
    this.#topics.set(curve.topic, topic);
    topic.add(curve);
    topic.listen(this.#node);
    this.rows.clock.listenLast();
    this.#learn();
  }

  protected override removed(curve: TopicCurve): void {
    const topic = this.#topics.get(curve.topic);
    topic?.remove(curve);
    if (topic === undefined || topic.isUsed) return;
    topic[Symbol.dispose]();
    this.#topics.delete(curve.topic);
  }

  #connect(node: Node | undefined): void {
    if (node === this.#node) return;
    this.#following?.[Symbol.dispose]();
    this.#node = node;
    this.#following = node?.bus.changes.on(() => this.#learn());
    for (const topic of this.#topics.values()) topic.listen(node);
    this.rows.clock.listenLast();
    this.#learn();
  }

  /** Finds the types of the topics, also without messages. */
  #learn(): void {
    const node = this.#node;
    if (node === undefined || this.#topics.size === 0) return;
    const listed = new Map(node.topics().map(({ name, type, publishers }) => [name, { type, publishers }]));
    let isUnknown = false;
    for (const [name, topic] of this.#topics) {
      const { type = "", publishers = 0 } = listed.get(name) ?? {};
      isUnknown ||= type !== "" && !messages.has(type);
      topic.setType(type, publishers > 0);
    }
    this.changes.emit();
    if (isUnknown) this.#ask(node);
  }

  /** Requests the types of third-party systems. */
  #ask(node: Node): void {
    if (this.#isAsking) return;
    this.#isAsking = true;
    const before = messages.size;
    learnTypes(node)
      .then(() => messages.size > before && this.#learn())
      // The curve says that its type is not known. The next change of the topics asks again.
      .catch(() => undefined)
      .finally(() => (this.#isAsking = false));
  }
}
