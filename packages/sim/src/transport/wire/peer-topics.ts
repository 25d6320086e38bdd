import type { Allowances } from "../allowance.ts";
import type { Bus } from "../bus.ts";
import { FrameError } from "./frame-error.ts";
import type { Frame } from "./frame.ts";
import type { Guard } from "../guard.ts";
import { nameProblem } from "../names.ts";
import type { Neighbour } from "./neighbour.ts";
import { Outlet } from "../outlet.ts";
import type { Sender } from "../sender.ts";
import type { Topic, Want } from "../topic.ts";
import type { Announcement } from "../topic-census.ts";

export interface PeerTopicsOptions {
  readonly bus: Bus;
  readonly peer: Neighbour;
  readonly sender: Sender;
  readonly write: (frame: Frame) => void;
  /** What the other side may hold here. */
  readonly allowances: Allowances;
  /** Largest number of waiting messages that one subscription of the other side may ask for. */
  readonly maxQueue: number;
  /** Returns why the other side may not do something. */
  readonly refusal: Guard;
}

/** The topics of one link: what each side told the other, and their subscriptions. */
export class PeerTopics {
  readonly #options: PeerTopicsOptions;
  readonly #views = new Map<string, TopicView>();
  /** By the number that the subscribing side chose. */
  readonly #inlets = new Map<number, Topic>();
  readonly #outlets = new Map<number, Outlet>();
  #lastInlet = 0;
  #nameCount = 0;

  constructor(options: PeerTopicsOptions) {
    this.#options = options;
  }

  /**
   * Sends what the other side does not know about the topic yet, and subscribes or unsubscribes there. `isSeen` says
   * that it may know the name.
   */
  sync(topic: Topic, isSeen: boolean): void {
    const { peer } = this.#options;
    const view = this.#views.get(topic.name) ?? {};
    this.#announce(topic, view, isSeen ? topic.announcementFor(peer) : undefined);
    this.#want(topic, view, isSeen ? topic.wantOf(peer) : undefined);
    if (view.announced === undefined && view.inlet === undefined) this.#views.delete(topic.name);
    else this.#views.set(topic.name, view);
  }

  announced(frame: Frame & { kind: "topic" | "no-topic" }): void {
    const { bus, peer, write, allowances, refusal } = this.#options;
    const known = bus.topicTable.get(frame.topic)?.announcements.has(peer) ?? false;
    if (frame.kind === "no-topic") {
      if (known) this.#forgetNames(1);
      bus.topicTable.announced(peer, frame.topic, undefined);
      return;
    }
    const problem = nameProblem(frame.topic);
    if (problem !== undefined) throw new FrameError(`topic name ${problem}`);
    if (!known) {
      if (!allowances.topics.take()) throw new FrameError(`more than ${allowances.topics.most} topics`);
      this.#nameCount++;
    }
    const { messageType: type, subscribed } = frame;
    const reason = frame.published ? refusal({ kind: "publish", topic: frame.topic }) : undefined;
    if (reason !== undefined) write({ kind: "conflict", name: frame.topic, text: reason });
    const published = frame.published && reason === undefined;
    const latched = frame.latched && published;
    bus.topicTable.announced(peer, frame.topic, { type, published, subscribed, latched });
  }

  subscribed(frame: Frame & { kind: "subscribe" }): void {
    const { bus, peer, sender, maxQueue, allowances } = this.#options;
    const topic = bus.topicTable.get(frame.topic);
    const view = this.#views.get(frame.topic);
    // Withdrawn while the subscription was under way; the other side will forget it too.
    if (topic === undefined || view?.announced?.published !== true) return;
    const want: Want = { queue: Math.min(frame.queue, maxQueue), maxRateHz: frame.maxRateHz };
    if (view.outlet?.id === frame.id) {
      view.outlet.change(want);
      bus.topicTable.update(topic, peer);
      return;
    }
    if (this.#outlets.has(frame.id)) throw new FrameError(`subscription ${frame.id} exists already`);
    this.#dropOutlet(view);
    if (!allowances.subscriptions.take())
      throw new FrameError(`more than ${allowances.subscriptions.most} subscriptions`);
    const outlet = new Outlet(sender, { ...want, id: frame.id, peer, topic, nowMs: bus.nowMs });
    view.outlet = outlet;
    this.#outlets.set(frame.id, outlet);
    topic.outlets = [...topic.outlets, outlet];
    bus.topicTable.update(topic, peer);
    if (topic.latched !== undefined && topic.latched.origin !== peer) outlet.offer(topic.latched);
  }

  unsubscribed(id: number): void {
    const outlet = this.#outlets.get(id);
    if (outlet === undefined) return;
    const view = this.#views.get(outlet.topic.name);
    if (view !== undefined) this.#dropOutlet(view);
    this.#options.bus.topicTable.update(outlet.topic, this.#options.peer);
  }

  published(frame: Frame & { kind: "publish" }): void {
    const { bus, peer } = this.#options;
    const topic = this.#inlets.get(frame.id);
    const type = topic?.announcements.get(peer)?.type;
    // Unsubscribed while the message was under way, which still used part of the window.
    if (topic === undefined || type === undefined) peer.consumed(frame.bytes.length);
    else bus.arrived(peer, topic, type, frame);
  }

  /** Forgets everything after the link has ended; the bus itself removes the outlets from its topics. */
  ended(): void {
    for (const outlet of this.#outlets.values()) outlet.discard();
    this.#options.allowances.subscriptions.giveBack(this.#outlets.size);
    this.#forgetNames(this.#nameCount);
    const { bus, peer } = this.#options;
    for (const [name, { announced }] of this.#views)
      if (announced !== undefined) bus.topicTable.informed(peer, name, false);
    this.#outlets.clear();
    this.#inlets.clear();
    this.#views.clear();
  }

  #announce(topic: Topic, view: TopicView, announcement: Announcement | undefined): void {
    const { bus, peer, write } = this.#options;
    if (announcement?.published !== true) this.#dropOutlet(view);
    if (isSame(view.announced, announcement)) return;
    const isThere = announcement !== undefined;
    if (isThere !== (view.announced !== undefined)) bus.topicTable.informed(peer, topic.name, isThere);
    view.announced = announcement;
    if (announcement === undefined) return write({ kind: "no-topic", topic: topic.name });
    const { type: messageType, published, subscribed, latched } = announcement;
    write({ kind: "topic", topic: topic.name, messageType, published, subscribed, latched });
  }

  #want(topic: Topic, view: TopicView, want: Want | undefined): void {
    const { peer, write } = this.#options;
    const { inlet } = view;
    if (want === undefined) {
      if (inlet === undefined) return;
      view.inlet = undefined;
      this.#inlets.delete(inlet.id);
      // Nobody keeps it up to date any more.
      if (topic.latched?.origin === peer) topic.latched = undefined;
      return write({ kind: "unsubscribe", id: inlet.id });
    }
    if (inlet?.queue === want.queue && inlet.maxRateHz === want.maxRateHz) return;
    const id = inlet?.id ?? ++this.#lastInlet;
    view.inlet = { id, ...want };
    this.#inlets.set(id, topic);
    write({ kind: "subscribe", id, topic: topic.name, ...want });
  }

  #dropOutlet(view: TopicView): void {
    const { outlet } = view;
    if (outlet === undefined) return;
    view.outlet = undefined;
    this.#outlets.delete(outlet.id);
    this.#options.allowances.subscriptions.giveBack();
    outlet.topic.outlets = outlet.topic.outlets.filter((other) => other !== outlet);
    outlet.discard();
  }

  #forgetNames(count: number): void {
    this.#nameCount -= count;
    this.#options.allowances.topics.giveBack(count);
  }
}

interface TopicView {
  announced?: Announcement | undefined;
  /** This side's subscription there. */
  inlet?: (Want & { readonly id: number }) | undefined;
  /** The other side's subscription here. */
  outlet?: Outlet | undefined;
}

function isSame(a: Announcement | undefined, b: Announcement | undefined): boolean {
  return (
    a?.type === b?.type && a?.published === b?.published && a?.subscribed === b?.subscribed && a?.latched === b?.latched
  );
}
