import { useEffect, useState } from 'react';

/** Styles as they are in light, as most respondents meet them: not as the member's own screen is set (decision 0029). */
export function inLight(css: string): string {
  return css.replaceAll(/\(prefers-color-scheme:\s*dark\)/g, 'not all');
}

/** The nonce that the server gave this page: a frame in it inherits its content security policy. */
export function styleNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';
}

/** A document for a frame that is filled from here. */
export function emptyPage({ lang, title }: { lang: string; title: string }): string {
  return `<!doctype html><html lang="${lang}"><head><title>${title}</title></head><body></body></html>`;
}

/** Less than this is no text. */
const cutMin = 8;

/** Whether the page of a frame goes on below its edge. `shown` changes with what stands on it. */
export function useMoreBelow(page: Document | undefined, shown: unknown): boolean {
  const [isMore, setMore] = useState(false);
  useEffect(() => {
    const view = page?.defaultView;
    if (!view) return undefined;
    const measure = () => {
      const { scrollHeight, scrollTop, clientHeight } = page.documentElement;
      setMore(scrollHeight - scrollTop - clientHeight > cutMin);
    };
    // What has just changed is measured once it is drawn.
    const first = requestAnimationFrame(measure);
    page.addEventListener('scroll', measure, { passive: true });
    view.addEventListener('resize', measure);
    return () => {
      cancelAnimationFrame(first);
      page.removeEventListener('scroll', measure);
      view.removeEventListener('resize', measure);
    };
  }, [page, shown]);
  return isMore;
}
