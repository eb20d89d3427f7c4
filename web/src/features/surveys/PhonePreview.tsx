import { brandColors } from '@escuta/respond/brand-colors';
import { Closing, PageFrame, QuestionForm } from '@escuta/respond/components';
import type { QuestionView } from '@escuta/respond/page-model';
import pageCss from '@escuta/respond/page.css?inline';
import { wordsIn } from '@escuta/respond/words';
import { groupOf } from '@escuta/contract/metrics';
import { scoreQuestionOf } from '@escuta/contract/questions/index';
import type { SurveyDefinition } from '@escuta/contract/surveys';
import { useState } from 'react';
import type { SyntheticEvent } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { emptyPage, inLight, styleNonce, useMoreBelow } from '#web/features/surveys/preview-frame.ts';
import { PreviewScreen } from '#web/features/surveys/PreviewScreen.tsx';
import { sampleScore } from '#web/features/surveys/preview-view.ts';
import type { PreviewView } from '#web/features/surveys/preview-view.ts';
import { locales } from '#web/lib/locales.ts';
import classes from './SurveyPreview.module.css';

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
  return (
    <PreviewScreen isMoreBelow={useMoreBelow(page, definition)}>
      <iframe
        title={title}
        srcDoc={emptyPage({ lang: locales[definition.language], title })}
        className={classes['frame']}
        onLoad={(event) => setPage(event.currentTarget.contentDocument ?? undefined)}
      />
      {page && createPortal(<PageStyle color={definition.theme.brandColor} />, page.head)}
      {page && createPortal(<Page {...{ definition, companyName, view, onShow }} label={title} />, page.body)}
    </PreviewScreen>
  );
}

function PageStyle({ color }: { color: string }) {
  return <style nonce={styleNonce()}>{`${inLight(pageCss)}${colorRule(color)}`}</style>;
}

function colorRule(color: string): string {
  const { fill, onFill, rim, accent } = brandColors(color, 'light');
  return `:root{--fill:${fill};--on-fill:${onFill};--rim:${rim};--accent:${accent}}`;
}

function Page({ definition, companyName, view, onShow, label }: PhonePreviewProps & { label: string }) {
  const words = wordsIn(definition.language);
  const { questions, closings } = definition;
  const asked = scoreQuestionOf(questions);
  const isAfterScore = view.step === 'closing' || view.step > questions.findIndex((each) => each === asked);
  const score = view.score ?? (asked && isAfterScore ? sampleScore(asked.type, 'middle') : undefined);
  const group = asked && score !== undefined ? groupOf(asked.type, score) : 'middle';
  const at = view.step === 'closing' ? -1 : view.step;
  const shown: QuestionView = {
    kind: 'question',
    token: '',
    formPath: '',
    optOutPath: null,
    responseId: '',
    seq: 1,
    openedAt: 0,
    questions,
    at,
    values: asked && score !== undefined ? { [asked.key]: score } : {},
    problems: {},
    closings,
  };

  const onSubmit = (event: SyntheticEvent<HTMLElement>) => {
    event.preventDefault();
    const chosen = new FormData(event.target as HTMLFormElement).get(`n.${asked?.key}`);
    const next = at + 1;
    onShow({
      device: 'phone',
      step: next < questions.length ? next : 'closing',
      score: chosen === null ? score : Number(chosen),
    });
  };

  return (
    // An article, since the head of the page is not that of ours. The page's links lead to what only a respondent has; here they
    // lead nowhere.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <article onSubmit={onSubmit} onClick={stayHere} key={`${view.step}-${score}`}>
      <PageFrame
        words={words}
        companyName={companyName}
        legalBasis={definition.legalBasis ?? null}
        isAnonymous={definition.anonymous}
        optOutUrl="#"
        label={label}
      >
        {view.step === 'closing' ? (
          <Closing words={words} text={closings[group]} />
        ) : (
          <QuestionForm words={words} view={shown} at={at} />
        )}
      </PageFrame>
    </article>
  );
}

function stayHere(event: SyntheticEvent<HTMLElement>): void {
  if ((event.target as Element).closest('a')) event.preventDefault();
}
