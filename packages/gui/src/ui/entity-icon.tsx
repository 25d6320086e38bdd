import {
  Box,
  Boxes,
  CircleDashed,
  Eye,
  Globe,
  Lightbulb,
  PersonStanding,
  Radar,
  ShieldHalf,
  Triangle,
  Waypoints,
  type LucideIcon,
} from "lucide-react";
import { kindTitle, type EntityKind } from "./entity-kind.ts";

/** One icon per kind of entity, used everywhere. */
const ENTITY_ICONS: Readonly<Record<EntityKind, LucideIcon>> = {
  world: Globe,
  model: Boxes,
  link: Box,
  joint: Waypoints,
  visual: Eye,
  collision: ShieldHalf,
  sensor: Radar,
  light: Lightbulb,
  actor: PersonStanding,
  solid: Triangle,
  entity: CircleDashed,
};

export function EntityIcon({ kind }: { readonly kind: EntityKind }) {
  const Icon = ENTITY_ICONS[kind];
  return <Icon className="lucide entity-icon" data-kind={kind} aria-label={kindTitle(kind)} role="img" />;
}
