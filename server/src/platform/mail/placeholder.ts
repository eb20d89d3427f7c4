const PLACEHOLDER = /\{\{\s*([A-Za-z][A-Za-z0-9_.]*)\s*\}\}/;

/** Where a value lands, which decides how it is made safe. */
export type SlotContext = 'text' | 'textUrl' | 'html' | 'url' | 'urlPart';

/** A template cut at its placeholders: `literals` has one element more than `names`. */
export interface SplitTemplate {
  literals: string[];
  names: string[];
}

/** Cuts a template at its `{{name}}` placeholders; other braces are ordinary text. */
export function splitTemplate(template: string): SplitTemplate {
  const parts = template.split(PLACEHOLDER);
  return {
    literals: parts.filter((_, index) => index % 2 === 0),
    names: parts.filter((_, index) => index % 2 === 1),
  };
}

/** The context of a placeholder in plain text or in a header: names ending in `Url` hold addresses of the web. */
export function plainContext(name: string): SlotContext {
  return name.endsWith('Url') ? 'textUrl' : 'text';
}

/** Makes a value safe for its context. An address that is not http(s) becomes `#`: a link that leads nowhere. */
export function fillSlot(context: SlotContext, value: string): string {
  switch (context) {
    case 'text':
      return value;
    case 'textUrl':
      return safeUrl(value);
    case 'html':
      return escapeHtml(value);
    case 'url':
      return escapeHtml(safeUrl(value));
    case 'urlPart':
      return escapeHtml(encodeURIComponent(value.toWellFormed()));
  }
}

/** Escapes text for HTML, in element content and in quoted attributes alike. */
export function escapeHtml(text: string): string {
  return /[&<>"']/.test(text) ? text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`) : text;
}

/** The same http(s) address in ASCII, or `#` when it is anything else. */
export function safeUrl(url: string): string {
  if (/^https?:\/\/[A-Za-z0-9._~:/?#[\]@!$&'()*+,;=%-]+$/i.test(url) && URL.canParse(url)) return url;
  if (!URL.canParse(url)) return '#';
  const parsed = new URL(url);
  return parsed.protocol === 'https:' || parsed.protocol === 'http:' ? parsed.href : '#';
}
