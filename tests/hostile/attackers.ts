import type { Attacker } from "./attacker.ts";
import { askers } from "./attackers/askers.ts";
import { baiter } from "./attackers/baiters.ts";
import { creator, nonsenseCreator } from "./attackers/creators.ts";
import { corrupter, giant, halfSender } from "./attackers/frame-makers.ts";
import { brancher, jumper } from "./attackers/jumpers.ts";
import { impostor, liar, pretender } from "./attackers/liars.ts";
import { nameMaker, poser, watcher } from "./attackers/name-makers.ts";
import { commandPublisher, largePublisher, publisher } from "./attackers/publishers.ts";
import { pipeliner, placeTaker, refusedStranger, silentStranger } from "./attackers/strangers.ts";
import { deafReader, fickleSubscriber, greedySubscriber, hoarder } from "./attackers/subscribers.ts";

/** All attackers, each with one client or a few connections. */
export const attackers: readonly Attacker[] = [
  ...askers,
  publisher,
  largePublisher,
  commandPublisher,
  greedySubscriber,
  fickleSubscriber,
  hoarder,
  deafReader,
  jumper,
  brancher,
  creator,
  nonsenseCreator,
  baiter,
  liar,
  impostor,
  pretender,
  corrupter,
  giant,
  halfSender,
  nameMaker,
  poser,
  watcher,
  silentStranger,
  refusedStranger,
  pipeliner,
  placeTaker,
];
