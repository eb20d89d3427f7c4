import type { SendChannel } from '@escuta/contract/sends';
import { messageChannels } from '@escuta/contract/variables';

/** The parts of the editor, in the order of its tabs. */
export const sections = ['questions', 'closing', ...messageChannels, 'look', 'privacy'] as const;
export type Section = (typeof sections)[number];

/** The channel whose message a section, or the root of a path, is about; undefined where it is about none. */
export function channelAt(name: string): SendChannel | undefined {
  return messageChannels.find((channel) => channel === name);
}

/** The section where the field with this path stands; undefined for the title, which stands above them all. */
export function sectionOf(path: string): Section | undefined {
  if (path === 'title') return undefined;
  const [root = ''] = path.split('.');
  if (root === 'closings') return 'closing';
  if (root === 'brandColor') return 'look';
  return channelAt(root) ?? (root === 'legalBasis' || root === 'anonymous' ? 'privacy' : 'questions');
}
