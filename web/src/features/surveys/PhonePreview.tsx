import { brandColors } from '@escuta/respond/brand-colors';
import { Closing, PageFrame, QuestionForm } from '@escuta/respond/components';
import type { QuestionView } from '@escuta/respond/page-model';
import pageCss from '@escuta/respond/page.css?inline';
import { wordsIn } from '@escuta/respond/words';
import { scoreGroup } from '@escuta/contract/score';
import type { SurveyDefinition } from '@escuta/contract/surveys';
import { useState } from 'react';
import type { SyntheticEvent } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { sampleScores } from '#web/features/surveys/preview-view.ts';
import type { PreviewView } from '#web/features/surveys/preview-view.ts';
import { findQuestion } from '#web/features/surveys/survey-texts.ts';
import { locales } from '#web/lib/language.ts';
import classes from './SurveyPreview.module.css';

const defaultScore = sampleScores.passive;

interface PhonePreviewProps {
  readonly definition: SurveyDefinition;
  readonly companyName: string;
  readonly view: PreviewView;
  readonly onShow: (view: PreviewView) => void;
}

/**
 * The respondent's own page, drawn by its own components at the width of a phone. It lives in a frame, so that its styles
 * and its media queries mean what they mean on a phone; it answers like the real page and sends nothing.
 */
export function PhonePreview({ definition, companyName, view, onShow }: PhonePreviewProps) {
  const { t } = useTranslation('surveys');
  const [page, setPage] = useState<Document>();
  const title = t('preview.phone');
  const emptyPage = `<!doctype html><html lang="${locales[definition.language]}"><head><title>${title}</title></head><body></body></html>`;
  return (
    <>
      <iframe
        title={title}
        srcDoc={emptyPage}
        className={classes['frame']}
        onLoad={(event) => setPage(event.currentTarget.contentDocument ?? undefined)}
      />
      {page && createPortal(<PageStyle color={definition.theme.brandColor} />, page.head)}
      {page &&
        createPortal(<Page definition={definition} companyName={companyName} view={view} onShow={onShow} />, page.body)}
    </>
  );
}

function PageStyle({ color }: { color: string }) {
  return (
    <style nonce={styleNonce()}>
      {`${pageCss}${colorRule(color, 'light')}@media(prefers-color-scheme:dark){${colorRule(color, 'dark')}}`}
    </style>
  );
}

function colorRule(color: string, scheme: 'light' | 'dark'): string {
  const { fill, onFill, accent } = brandColors(color, scheme);
  return `:root{--fill:${fill};--on-fill:${onFill};--accent:${accent}}`;
}

function Page({ definition, companyName, view, onShow }: PhonePreviewProps) {
  const words = wordsIn(definition.language);
  const questions = definition.questions;
  const at = questions.findIndex(({ type }) => type === (view.step === 'score' ? 'nps' : 'why'));
  const score = view.score ?? (view.step === 'score' ? undefined : defaultScore);
  const group = scoreGroup(score ?? defaultScore);
  const scoreKey = findQuestion(definition, 'nps')?.key ?? '';
  const shown: QuestionView = {
    kind: 'question',
    token: '',
    responseId: '',
    seq: 1,
    openedAt: 0,
    questions,
    at,
    values: score === undefined ? {} : { [scoreKey]: score },
    problems: {},
    closings: definition.closings,
  };

  const onSubmit = (event: SyntheticEvent<HTMLElement>) => {
    event.preventDefault();
    const chosen = new FormData(event.target as HTMLFormElement).get(`n.${scoreKey}`);
    const next = chosen === null ? score : Number(chosen);
    const hasMore = view.step === 'score' && questions.some(({ type }) => type === 'why');
    onShow({ device: 'phone', step: hasMore ? 'why' : 'closing', score: next });
  };

  return (
    // The page's links lead to what only a respondent has; here they lead nowhere.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
    <div onSubmit={onSubmit} onClick={stayHere} key={`${view.step}-${score}`}>
      <PageFrame words={words} companyName={companyName} optOutUrl="#">
        {view.step === 'closing' || at === -1 ? (
          <Closing words={words} text={definition.closings[group]} />
        ) : (
          <QuestionForm words={words} view={shown} at={at} />
        )}
      </PageFrame>
    </div>
  );
}

function stayHere(event: SyntheticEvent<HTMLElement>): void {
  if ((event.target as Element).closest('a')) event.preventDefault();
}

/** The nonce that the server gave this page: the frame inherits its content security policy. */
function styleNonce(): string | undefined {
  return document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce;
}
