import { brandColors } from '../brand-colors.ts';
import type { BrandColors } from '../brand-colors.ts';
import { closingAt } from '../page-model.ts';
import type { PageModel } from '../page-model.ts';
import { groupGiven } from '../questions/index.tsx';
import { fill, languageTags, wordsIn } from '../words.ts';
import { answeredTitle, Closing } from './Closing.tsx';
import { LaterSteps } from './LaterSteps.tsx';
import { Notice } from './Notice.tsx';
import { PageFrame } from './PageFrame.tsx';
import { QuestionForm } from './QuestionForm.tsx';
import { Unsubscribe } from './Unsubscribe.tsx';

interface Props {
  readonly model: PageModel;
  readonly css: string;
  readonly script: string;
}

const ourColor = '#0F766E';

/** The whole page: one response, nothing fetched after it. */
export function Document({ model, css, script }: Props) {
  const { language, companyName, view, nonces } = model;
  const words = wordsIn(language);
  const title = 'answered' in view ? answeredTitle(words, language, view.answered) : undefined;
  const style = css + colorsOf(model.brandColor ?? ourColor);
  return (
    <html lang={languageTags[language]}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width,initial-scale=1" />
        <meta name="robots" content="noindex" />
        <meta name="color-scheme" content="light dark" />
        <title>{companyName ? fill(words.title, { company: companyName }) : words.titlePlain}</title>
        <link rel="icon" href="data:," />
        <style nonce={nonces.style} dangerouslySetInnerHTML={{ __html: style }} />
      </head>
      <body>
        <PageFrame
          words={words}
          companyName={companyName}
          legalBasis={model.legalBasis}
          isAnonymous={model.isAnonymous}
          optOutUrl={view.kind === 'question' || view.kind === 'closing' ? view.optOutPath : null}
          state={view.kind === 'question' ? view : undefined}
        >
          {view.kind === 'question' && view.at !== closingAt && <QuestionForm words={words} view={view} at={view.at} />}
          {view.kind === 'question' && view.at === closingAt && (
            <Closing words={words} title={title} text={view.closings[groupGiven(view)]} late={view} />
          )}
          {view.kind === 'closing' && <Closing words={words} title={title} text={view.text} />}
          {view.kind === 'notice' && <Notice words={words} view={view} />}
          {view.kind === 'unsubscribe' && <Unsubscribe words={words} view={view} companyName={companyName ?? ''} />}
        </PageFrame>
        {view.kind === 'question' && (
          <>
            <LaterSteps words={words} view={view} />
            <script nonce={nonces.script} dangerouslySetInnerHTML={{ __html: script }} />
          </>
        )}
      </body>
    </html>
  );
}

function colorsOf(brandColor: string): string {
  const light = properties(brandColors(brandColor, 'light'));
  return `:root{${light}}@media(prefers-color-scheme:dark){:root{${properties(brandColors(brandColor, 'dark'))}}}`;
}

function properties({ fill: ground, onFill, rim, accent }: BrandColors): string {
  return `--fill:${ground};--on-fill:${onFill};--rim:${rim};--accent:${accent}`;
}
