import { expect, test } from "vitest";
import type { Neighbour } from "./wire/neighbour.ts";
import { Topic } from "./topic.ts";
import type { Announcement } from "./topic-census.ts";

/** Returns neighbours that count how many times any of them is examined. */
function crowd(count: number): { readonly clients: readonly Neighbour[]; readonly looks: () => number } {
  let looks = 0;
  const clients = Array.from({ length: count }, (_, i) => {
    const client = {
      name: `client ${i}`,
      get isClient(): boolean {
        looks++;
        return true;
      },
    };
    return client as unknown as Neighbour;
  });
  return { clients, looks: () => looks };
}

const said = (published: boolean, type = "gz.msgs.Empty"): Announcement => ({
  type,
  published,
  subscribed: !published,
  latched: false,
});

test("[TR45] what each of many publishers is told takes one look at all of them together", () => {
  const { clients, looks } = crowd(300);
  const topic = new Topic("/a", false);
  for (const client of clients) topic.setAnnouncement(client, said(true));
  const told = clients.map((client) => topic.announcementFor(client)?.published);
  expect(told).toEqual(clients.map(() => true));
  expect(looks()).toBeLessThan(300 * 10);
});

test("[TR45] a publisher is not told of itself, and of others as they come, go and differ in type", () => {
  const [one, other] = crowd(2).clients as [Neighbour, Neighbour];
  const topic = new Topic("/a", false);
  topic.setAnnouncement(one, said(true));
  expect([topic.announcementFor(one), topic.announcementFor(other)?.published]).toEqual([undefined, true]);
  topic.setAnnouncement(other, said(true));
  expect(topic.announcementFor(one)?.published).toBe(true);
  topic.setAnnouncement(other, said(true, "gz.msgs.Clock"));
  expect([topic.announcementFor(one), topic.acceptsFrom(other)]).toEqual([undefined, false]);
  topic.setAnnouncement(one, undefined);
  expect([topic.type, topic.acceptsFrom(other)]).toEqual(["gz.msgs.Clock", true]);
  topic.isReserved = true;
  expect([topic.isHostOnly, topic.acceptsFrom(other)]).toEqual([true, false]);
});
