import type { SlotContext, SplitTemplate } from './placeholder.ts';

const URL_ATTRIBUTES = new Set(['action', 'background', 'cite', 'formaction', 'href', 'poster', 'src', 'xlink:href']);
const CONDITIONAL_COMMENT = /<!--\[if[^\]]*\]>(?:<!-->)?/iy; // Outlook reads what is inside as HTML, so we do too

/** A placeholder in a place where no escaping makes a value safe (script, style, comment, unquoted attribute). */
export class UnsafePlaceholderError extends Error {
  override name = 'UnsafePlaceholderError';
}

interface Scanner {
  mode: 'text' | 'tag' | 'beforeValue' | 'value' | 'comment' | 'raw';
  tag: string;
  attribute: string;
  quote: string;
  isValueEmpty: boolean;
}

/**
 * Tells for each placeholder of an HTML template whether it stands in text, in an attribute, at the beginning of
 * an address or inside one. A small scanner of our own templates' HTML, stricter than a browser: what it cannot
 * place it refuses.
 * @throws UnsafePlaceholderError
 */
export function htmlContexts(template: SplitTemplate): SlotContext[] {
  const scanner: Scanner = { mode: 'text', tag: '', attribute: '', quote: '', isValueEmpty: true };
  return template.names.map((name, index) => {
    scan(scanner, template.literals[index] ?? '');
    const context = contextAt(scanner);
    if (!context) throw new UnsafePlaceholderError(`The placeholder {{${name}}} stands where no value is safe`);
    scanner.isValueEmpty = false;
    return context;
  });
}

function contextAt({ mode, attribute, quote, isValueEmpty }: Scanner): SlotContext | undefined {
  if (mode === 'text') return 'html';
  if (mode !== 'value' || quote === '') return undefined;
  if (URL_ATTRIBUTES.has(attribute)) return isValueEmpty ? 'url' : 'urlPart';
  return attribute.startsWith('on') || ['style', 'srcdoc', 'srcset'].includes(attribute) ? undefined : 'html';
}

function scan(scanner: Scanner, html: string): void {
  let position = 0;
  while (position < html.length) position = step(scanner, html, position);
}

/** Reads one character, or one token where that is simpler, and returns the position after it. */
function step(scanner: Scanner, html: string, position: number): number {
  switch (scanner.mode) {
    case 'text':
      return stepText(scanner, html, position);
    case 'comment':
      return skipPast(scanner, html, position, '-->');
    case 'raw':
      return skipPast(scanner, html, position, `</${scanner.tag}`);
    default:
      return stepInTag(scanner, html, position);
  }
}

function stepText(scanner: Scanner, html: string, position: number): number {
  const next = html.indexOf('<', position);
  if (next < 0) return html.length;
  CONDITIONAL_COMMENT.lastIndex = next;
  const conditional = CONDITIONAL_COMMENT.exec(html);
  if (conditional) return next + conditional[0].length;
  if (html.startsWith('<!--', next)) {
    scanner.mode = 'comment';
    return next + 4;
  }
  // A `<` at the end has a placeholder after it, whose value would name the tag.
  const tag = /^<([A-Za-z][^\s/>]*|[/!?]|$)/.exec(html.slice(next, next + 40));
  if (!tag) return next + 1;
  Object.assign(scanner, { mode: 'tag', tag: (tag[1] ?? '').toLowerCase(), attribute: '' });
  return next + tag[0].length;
}

function skipPast(scanner: Scanner, html: string, position: number, end: string): number {
  const found = html.toLowerCase().indexOf(end, position);
  if (found < 0) return html.length;
  scanner.mode = scanner.mode === 'raw' ? 'tag' : 'text';
  scanner.tag = '';
  return found + end.length;
}

function stepInTag(scanner: Scanner, html: string, position: number): number {
  const character = html[position] ?? '';
  const isSpace = /\s/.test(character);
  if (scanner.mode === 'value' && scanner.quote !== '') {
    if (character === scanner.quote) Object.assign(scanner, { mode: 'tag', attribute: '' });
    else if (!isSpace) scanner.isValueEmpty = false;
  } else if (scanner.mode === 'beforeValue' && (character === '"' || character === "'")) {
    Object.assign(scanner, { mode: 'value', quote: character, isValueEmpty: true });
  } else if (character === '>') {
    scanner.mode = scanner.tag === 'script' || scanner.tag === 'style' ? 'raw' : 'text';
  } else if (scanner.mode === 'beforeValue') {
    if (!isSpace) Object.assign(scanner, { mode: 'value', quote: '' });
  } else if (scanner.mode === 'value') {
    if (isSpace) Object.assign(scanner, { mode: 'tag', attribute: '' });
  } else if (character === '=') {
    scanner.mode = 'beforeValue';
  } else {
    scanner.attribute = isSpace ? spaced(scanner.attribute) : named(scanner.attribute, character);
  }
  return position + 1;
}

/** `href  =` still names href, so a space only marks the end of a name; the next letter begins another. */
function spaced(attribute: string): string {
  return attribute === '' || attribute.endsWith(' ') ? attribute : `${attribute} `;
}

function named(attribute: string, character: string): string {
  return (attribute.endsWith(' ') ? '' : attribute) + character.toLowerCase();
}
