import { messages, type orrery } from "@orrery/msgs";
import { ChunkPool, ProtoTypes, stretchesOf, type Keep, type Track } from "@orrery/plots";
import type { Node } from "@orrery/sim";
import { Emitter } from "@orrery/sim/host";
import { logError } from "../../../base/log-error.ts";
import { learnTypes } from "../../../client/learn-types.ts";
import type { WorldView } from "../../../client/world-view.ts";
import { LiveRows } from "../live/live-rows.ts";
import { USUAL_KEEP } from "../sources/curve-sources.ts";
import type { CurveSource, SourceState } from "../sources/source.ts";
import { HeardTopic } from "./heard-topic.ts";
import { readTopicKey } from "./topic-key.ts";
import { TopicCurve } from "./topic-curve.ts";

/** The plotted numbers of messages on topics, from now on. Each topic is subscribed to once. */
export class TopicTracks implements CurveSource, Disposable {
  readonly changes = new Emitter<void>(logError);
  readonly #view: WorldView;
  readonly #rows: LiveRows;
  readonly #curves = new Map<string, TopicCurve>();
  readonly #topics = new Map<string, HeardTopic>();
  readonly #types = new ProtoTypes(messages);
  readonly #pool = new ChunkPool();
  readonly #parts = new DisposableStack();
  #keep: Keep = USUAL_KEEP;
  #node: Node | undefined;
  #following: Disposable | undefined;
  #isAsking = false;

  constructor(view: WorldView) {
    this.#view = view;
    this.#rows = this.#parts.use(new LiveRows(view, () => this.changes.emit()));
    this.#parts.use(view.client.changes.on((client) => this.#connect(client?.node)));
    this.#parts.use(view.history.state.changes.on((history) => history && this.#follow(history)));
    this.#parts.use(view.mirror.restarts.on(() => this.#startAgain()));
    this.#connect(view.client.current?.node);
  }

  set keep(keep: Keep) {
    this.#keep = keep;
    for (const curve of this.#curves.values()) curve.keep = keep;
    this.changes.emit();
  }

  get keep(): Keep {
    return this.#keep;
  }

  want(key: string): Disposable {
    const curve = this.#curves.get(key) ?? this.#add(key);
    curve.users++;
    const parts = new DisposableStack();
    parts.defer(() => {
      if (--curve.users > 0) return;
      this.#curves.delete(key);
      this.#topics.get(curve.topic)?.remove(curve);
      this.#tidy(curve.topic);
      curve[Symbol.dispose]();
    });
    return parts;
  }

  state(key: string): SourceState | undefined {
    return this.#curves.get(key)?.state;
  }

  track(key: string, column: number): Track | undefined {
    return this.#curves.get(key)?.tracks[column];
  }

  /** Does nothing: the past of topics is not filled in. */
  cancel(): void {}

  [Symbol.dispose](): void {
    this.#following?.[Symbol.dispose]();
    for (const topic of this.#topics.values()) topic[Symbol.dispose]();
    for (const curve of this.#curves.values()) curve[Symbol.dispose]();
    this.#parts.dispose();
  }

  #add(key: string): TopicCurve {
    const thing = readTopicKey(key);
    const parts = { key, keep: this.#keep, pool: this.#pool, types: this.#types, rows: this.#rows };
    const curve = new TopicCurve(thing, parts);
    const history = this.#view.history.state.current;
    if (history !== undefined) curve.follow(stretchesOf(history));
    this.#curves.set(key, curve);
    if (thing === undefined) return curve;
    const topic = this.#topics.get(curve.topic) ?? new HeardTopic(curve.topic);
    this.#topics.set(curve.topic, topic);
    topic.add(curve);
    topic.listen(this.#node);
    this.#learn();
    return curve;
  }

  #tidy(name: string): void {
    const topic = this.#topics.get(name);
    if (topic === undefined || topic.isUsed) return;
    topic[Symbol.dispose]();
    this.#topics.delete(name);
  }

  #connect(node: Node | undefined): void {
    if (node === this.#node) return;
    this.#following?.[Symbol.dispose]();
    this.#node = node;
    this.#following = node?.bus.changes.on(() => this.#learn());
    for (const topic of this.#topics.values()) topic.listen(node);
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

  #follow(history: orrery.History): void {
    const stretches = stretchesOf(history);
    for (const curve of this.#curves.values()) curve.follow(stretches);
    this.changes.emit();
  }

  #startAgain(): void {
    for (const curve of this.#curves.values()) curve.clear();
    this.changes.emit();
  }
}
