// What authors of GUI plugins may import.

export * from "./client/kept.ts";
export * from "./client/mirror.ts";
export * from "./client/value.ts";
export * from "./client/world-client.ts";
export type * from "./client/capabilities.ts";
export type * from "./client/open-worlds.ts";
export type * from "./client/selection.ts";
export type * from "./client/session.ts";
export type * from "./client/world-view.ts";
export type * from "./shell/app.ts";
export type * from "./shell/commands/commands.ts";
export type * from "./shell/events.ts";
export type * from "./shell/commands/help.ts";
export * from "./shell/hooks.ts";
export type * from "./ui/notices.ts";
export * from "./shell/plugins/plugin.ts";
export type * from "./shell/tools/scene-tool.ts";
export * from "./shell/world-hooks.ts";
export * from "./ui/empty-state.tsx";
export * from "./ui/entity-icon.tsx";
export * from "./ui/entity-kind.ts";
export * from "./ui/icon-button.tsx";
export * from "./ui/menu.tsx";
export * from "./ui/number-field.tsx";
export * from "./ui/popover.tsx";
export * from "./ui/search-field.tsx";
