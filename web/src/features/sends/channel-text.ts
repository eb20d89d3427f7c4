import type { SendChannel } from '@escuta/contract/sends';
import { channelEntries } from '#web/features/sends/channels/index.ts';

type Texts = (typeof channelEntries)[SendChannel]['texts'];
type Values<Of> = Of extends object ? Of[keyof Of] : never;

/** The key of a text in the wording of a channel; undefined where it has none of its own. */
export function channelKey(key: string, channel: SendChannel) {
  const texts: Readonly<Record<string, Values<Texts>>> = channelEntries[channel].texts;
  return texts[key];
}
