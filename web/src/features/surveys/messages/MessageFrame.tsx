import { useEffect, useState } from 'react';
import { emptyPage, inLight, styleNonce, useMoreBelow } from '#web/features/surveys/preview-frame.ts';
import { PreviewScreen } from '#web/features/surveys/PreviewScreen.tsx';
import classes from '../SurveyPreview.module.css';

interface MessageFrameProps {
  readonly title: string;
  readonly lang: string;
  /** A message's own HTML, as it would be sent. */
  readonly html: string;
}

/** A message in a frame without rights: no script runs in it, and its links lead nowhere. */
export function MessageFrame({ title, lang, html }: MessageFrameProps) {
  const [page, setPage] = useState<Document>();
  useEffect(() => {
    if (page) draw(page, html);
  }, [page, html]);
  return (
    <PreviewScreen isMoreBelow={useMoreBelow(page, html)}>
      <iframe
        title={title}
        srcDoc={emptyPage({ lang, title })}
        // Of this origin only so that the page can be drawn from here.
        sandbox="allow-same-origin"
        className={classes['frame']}
        onLoad={(event) => setPage(event.currentTarget.contentDocument ?? undefined)}
      />
    </PreviewScreen>
  );
}

/**
 * Puts a message into the frame's page. The frame inherits a content security policy that takes neither style blocks without
 * a nonce nor style attributes from a text; it takes the same styles from script.
 */
function draw(page: Document, html: string): void {
  const scrolled = page.documentElement.scrollTop;
  const written = inLight(html)
    .replaceAll('<style>', `<style nonce="${styleNonce()}">`)
    .replaceAll(' style="', ' data-style="');
  const message = new DOMParser().parseFromString(written, 'text/html');
  // A new window is what the frame may not open, so a click does nothing at all.
  for (const link of message.querySelectorAll('a')) link.target = '_blank';
  const root = page.importNode(message.documentElement, true);
  for (const element of root.querySelectorAll<HTMLElement>('[data-style]')) {
    element.style.cssText = element.dataset['style'] ?? '';
    delete element.dataset['style'];
  }
  page.documentElement.remove();
  page.append(root);
  root.style.colorScheme = 'light';
  root.scrollTop = scrolled;
}
