// The exports for authors of GUI plugins.

export { logError } from "./base/log-error.ts";
export type { Taker, Takers } from "./base/takers.ts";
export { AssetResources } from "./client/asset-resources.ts";
export type { Capability } from "./client/capabilities.ts";
export type { Editing } from "./client/editing/editing.ts";
export { kept, Kept } from "./client/kept.ts";
export { learnTypes } from "./client/learn-types.ts";
export { LOG_REASON, whyNoControl, whyNoEditing } from "./client/may-edit.ts";
export {
  Mirror,
  type MirrorChange,
  type MirrorOverlay,
  type MirrorState,
  type PreviewedCommand,
  type StreamFigures,
} from "./client/mirror.ts";
export type { OpenWorlds } from "./client/open-worlds.ts";
export { Overlay } from "./client/editing/overlay.ts";
export { isColour, ownToken } from "./client/own-session.ts";
export { Paced, type PacedClock } from "./client/paced.ts";
export type { PendingEntry } from "./client/editing/pending-queue.ts";
export type { Person, Presence } from "./client/presence.ts";
export { scenesFor, showCommand } from "./client/editing/preview.ts";
export type { Selection } from "./client/selection.ts";
export type { Session, SessionOptions, SessionState } from "./client/session.ts";
export { stepMicros } from "./client/systems-watch.ts";
export { until } from "./client/until.ts";
export { Value } from "./client/value.ts";
export {
  type AnswerDetails,
  countIn,
  type Pauser,
  Refused,
  type ResetKind,
  WorldClient,
  type WorldStatus,
} from "./client/world-client.ts";
export type { WorldHistory } from "./client/world-history.ts";
export type { WorldView } from "./client/world-view.ts";
export type { App, WorldApp } from "./shell/app.ts";
export { chooseMade } from "./shell/choose-made.ts";
export { commandItem, firstKeys } from "./shell/commands/command-item.tsx";
export type { Command, Commands, MenuName, PageCommands } from "./shell/commands/commands.ts";
export type { HelpEntry, HelpSection, HelpSources } from "./shell/commands/help.ts";
export { worldTitle } from "./shell/dock/world-panels.ts";
export type { Events, Frame, GuiEvents, PointerPlace, WorldEvent } from "./shell/events.ts";
export {
  isSameList,
  useApp,
  useComponent,
  useMirror,
  useQuery,
  useSelected,
  useTold,
  useValue,
  useWorld,
} from "./shell/hooks.ts";
export { logName } from "./shell/log-name.ts";
export type { Offers } from "./shell/offers.ts";
export { type DragAction, actionOf, dragWords, navigations } from "./shell/navigation.ts";
export type { LoadedPlugin } from "./shell/plugins/plugin-host.ts";
export { defineGuiPlugin, type Dock, type GuiPlugin } from "./shell/plugins/plugin.ts";
export type {
  HandleRoom,
  PointerState,
  SceneDrag,
  SceneTool,
  Taken,
  ToolKey,
  ToolPlace,
} from "./shell/tools/scene-tool.ts";
export { ToolStack } from "./shell/tools/tool-stack.ts";
export { useIsLog, useWhyNoControl, useWhyNoEditing } from "./shell/use-may-edit.ts";
export { type Publish, type TopicOptions, type TopicReading, usePublisher, useTopic } from "./shell/world-hooks.ts";
export { linkToView } from "./shell/sharing/copy-link.ts";
export { type SharedPart, SharedView, sharedViewOf, type ViewContent } from "./shell/sharing/shared-view.ts";
export { onThemeChange, readPixels, readToken } from "./style/tokens.ts";
export { chooseFiles } from "./ui/choose-files.ts";
export { copyText, toClipboard } from "./ui/copy-text.ts";
export { CutName } from "./ui/cut-name.tsx";
export { download, downloadFrom, fileName, safeName } from "./ui/download.ts";
export { EmptyState, type EmptyStateProps } from "./ui/empty-state.tsx";
export { EntityIcon } from "./ui/entity-icon.tsx";
export { type EntityKind, entityKinds, KIND_COMPONENTS, kindOf, kindTitle } from "./ui/entity-kind.ts";
export { EntryForm } from "./ui/entry-form.tsx";
export { evaluate } from "./ui/numbers/expression.ts";
export { FieldProblem } from "./ui/field-problem.tsx";
export { bytesText, microsText, rateText } from "./ui/numbers/figures.ts";
export { useEscape } from "./ui/first-keys.ts";
export { IconButton, type IconButtonProps } from "./ui/icon-button.tsx";
export { isTouch, pressWord } from "./ui/is-touch.ts";
export { isBehindDialog, isTyping } from "./ui/keys.ts";
export { type MenuRequest, opensMenus, useOpensMenus } from "./ui/menu-requests.ts";
export { Menu, type MenuItem, type MenuProps } from "./ui/menu.tsx";
export type { Notice, Notices, NoticeWords } from "./ui/notices.ts";
export { NumberField, type NumberFieldProps } from "./ui/numbers/number-field.tsx";
export { counted, formatCount, formatNumber, formatVector } from "./ui/numbers/number-format.ts";
export { timeText } from "./ui/numbers/time-text.ts";
export { useOnScreen } from "./ui/on-screen.ts";
export { draggedPlottable, itemKey, type PlotNumber, type Plottable, startPlotDrag } from "./ui/plot-drag.ts";
export { Popover, type PopoverAnchor, type PopoverProps } from "./ui/popover.tsx";
export { SearchField, type SearchFieldProps } from "./ui/search-field.tsx";
export { Switch } from "./ui/switch.tsx";
export { TextEntry } from "./ui/text-entry.tsx";
export { tip } from "./ui/tip.ts";
export { wheelPixels } from "./ui/wheel-pixels.ts";
export { useEntry } from "./ui/use-entry.ts";
export { useHeld } from "./ui/use-held.ts";
export { useSize } from "./ui/use-size.ts";
