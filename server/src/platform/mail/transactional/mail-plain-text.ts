import type { MailBlock, MailContent } from './mail-content.ts';

/** The same words without html, for mail programs that show none. */
export function mailPlainText({ title, blocks, footer }: MailContent): string {
  return `${[title, ...blocks.map(textOf), '-- ', footer].join('\n\n')}\n`;
}

function textOf(block: MailBlock): string {
  if ('text' in block) return block.text;
  if ('code' in block) return block.code;
  if ('facts' in block) return block.facts.map(([name, value]) => `${name}: ${value}`).join('\n');
  return `${block.button.label}:\n${block.button.url}`;
}
