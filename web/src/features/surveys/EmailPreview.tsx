import { brandColors } from '@escuta/respond/brand-colors';
import { wordsIn } from '@escuta/respond/words';
import { scoresOf } from '@escuta/contract/metrics';
import { scoreQuestionOf } from '@escuta/contract/questions/index';
import type { SurveyDefinition } from '@escuta/contract/surveys';
import { useTranslation } from 'react-i18next';
import { locales } from '#web/lib/language.ts';
import classes from './EmailPreview.module.css';

/** More scores than this stand in two rows, as in the message. */
const rowMax = 7;

/** The message as it lies in the receiver's list, and opened: the same parts in the same order, drawn simply. */
export function EmailPreview({ definition, companyName }: { definition: SurveyDefinition; companyName: string }) {
  const { t } = useTranslation('surveys');
  const { email, language, theme } = definition;
  const words = wordsIn(language);
  const question = scoreQuestionOf(definition.questions);
  const scores = question ? scoresOf(question.type) : [];
  const cut = scores.length > rowMax ? Math.ceil(scores.length / 2) : scores.length;
  const { fill, onFill, accent } = brandColors(theme.brandColor, 'light');
  return (
    <section className={classes['mail']} aria-label={t('preview.email')} lang={locales[language]}>
      <header className={classes['envelope']}>
        <span className={classes['avatar']} style={{ background: fill, color: onFill }} aria-hidden="true">
          {(email.senderName || companyName).trim().charAt(0).toUpperCase()}
        </span>
        <div className={classes['lines']}>
          <strong>{email.senderName || companyName}</strong>
          <span className={classes['subject']}>{email.subject}</span>
          <span className={classes['quiet']}>{email.preheader}</span>
        </div>
      </header>
      <div className={classes['card']} style={{ borderTopColor: fill }}>
        <p className={classes['company']}>{companyName}</p>
        <p className={classes['greeting']}>{email.greeting}</p>
        <p className={classes['intro']}>{email.intro}</p>
        <p className={classes['question']}>{question?.title}</p>
        {[scores.slice(0, cut), scores.slice(cut)]
          .filter((row) => row.length > 0)
          .map((row) => (
            <div key={row[0]} className={classes['scores']} aria-hidden="true">
              {row.map((score) => (
                <span key={score} style={{ borderColor: accent, color: accent }}>
                  {score}
                </span>
              ))}
            </div>
          ))}
        <div className={classes['ends']}>
          <span>{question?.lowLabel}</span>
          <span>{question?.highLabel}</span>
        </div>
      </div>
      <footer className={classes['footer']}>
        <span>{companyName}</span>
        <u>{words.optOut}</u>
      </footer>
    </section>
  );
}
