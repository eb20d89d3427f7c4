import { readableEmail } from '@escuta/contract/email-address';
import type { AnsweredQuestion, ResponseDetail } from '@escuta/contract/response-list';
import { Stack, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { MaskedAnswer } from '#web/features/responses/MaskedAnswer.tsx';
import { MetricScore } from '#web/features/responses/MetricScore.tsx';
import { useRevealedAnswers } from '#web/features/responses/use-revealed-answers.ts';
import { formatInstant, formatNumber } from '#web/lib/format.ts';
import { languageNames } from '#web/lib/language.ts';
import { useMe } from '#web/lib/me.ts';
import { Fact, Facts } from '#web/ui/Facts.tsx';
import { Phone } from '#web/ui/Phone.tsx';
import { StandaloneLink } from '#web/ui/StandaloneLink.tsx';
import { usePersonName } from '#web/ui/use-person-name.ts';
import { useSaidVariables } from '#web/ui/use-said-variables.ts';
import classes from './ResponseDetails.module.css';

/** One response: what was asked and answered, in order, then where it came from and who gave it. */
export function ResponseDetails({ response }: { response: ResponseDetail }) {
  const { t } = useTranslation('responses');
  const revealed = useRevealedAnswers(response);
  const said = useSaidVariables(response.answers.map(({ title }) => title));
  return (
    <Stack gap="lg">
      <ol className={classes['answers']} aria-label={t('panel.answers')}>
        {response.answers.map((answer) => (
          <li key={answer.key}>
            <Text c="dimmed" size="sm" className={classes['question']}>
              {said(answer.title)}
            </Text>
            {answer.hidden ? (
              <MaskedAnswer question={answer.key} title={said(answer.title)} revealed={revealed} />
            ) : (
              <Answer {...answer} />
            )}
          </li>
        ))}
      </ol>
      <ContactCard customer={response.customer} origin={response.origin} />
      <Origin response={response} />
    </Stack>
  );
}

function Answer({ metric, number, text }: AnsweredQuestion) {
  const { t } = useTranslation('responses');
  if (number !== null && metric !== null) return <MetricScore metric={metric} score={number} />;
  if (number !== null) return <span className="figures">{formatNumber(number)}</span>;
  if (text !== null) return <p className={classes['text']}>{text}</p>;
  return (
    <Text c="dimmed" size="sm">
      {t('panel.unanswered')}
    </Text>
  );
}

function ContactCard({ customer, origin }: Pick<ResponseDetail, 'customer' | 'origin'>) {
  const { t } = useTranslation('responses');
  const personName = usePersonName();
  return (
    <section className={classes['card']}>
      <Title order={3} size="h5">
        {t('panel.contact')}
      </Title>
      {customer ? (
        <>
          <Text fw={500}>{personName(customer)}</Text>
          {customer.email && <Text size="sm">{readableEmail(customer.email)}</Text>}
          {customer.tel && (
            <Text size="sm" className="figures">
              <Phone tel={customer.tel} />
            </Text>
          )}
          <FindContact customer={customer} />
        </>
      ) : (
        <Text c="dimmed" size="sm">
          {t(origin === 'link' ? 'panel.anonymous' : 'panel.anonymousOrDeleted')}
        </Text>
      )}
    </section>
  );
}

/** The contact in its list, for whoever may search it. */
function FindContact({ customer }: { customer: NonNullable<ResponseDetail['customer']> }) {
  const { t } = useTranslation('responses');
  const { can, opens } = useMe();
  if (!can('contacts.identify') || !opens('contatos')) return null;
  const words = customer.email ?? customer.tel ?? customer.name;
  return (
    <StandaloneLink to="/contatos" search={{ search: words }}>
      {t('panel.openContact')}
    </StandaloneLink>
  );
}

function Origin({ response }: { response: ResponseDetail }) {
  const { t } = useTranslation('responses');
  const { business, can } = useMe();
  const when = (instant: string) => <span className="figures">{formatInstant(instant, business.timezone)}</span>;
  const { survey, channel, origin, started_at, answered_at, completed_at, language, send_id } = response;
  return (
    <Facts inPairs>
      <Fact name={t('column.survey')}>{survey.title}</Fact>
      <Fact name={t('column.channel')}>{t(`channel.${channel}`)}</Fact>
      <Fact name={t('panel.origin')}>
        {send_id !== null && can('sends.read') ? (
          <StandaloneLink to="/queues/$id/detailed" params={{ id: send_id }} inherit>
            {t(`origin.${origin}`)}
          </StandaloneLink>
        ) : (
          t(`origin.${origin}`)
        )}
      </Fact>
      <Fact name={t('panel.started')}>{when(started_at)}</Fact>
      <Fact name={t('panel.scored')}>{when(answered_at)}</Fact>
      <Fact name={t('panel.completed')}>{completed_at ? when(completed_at) : t('panel.notCompleted')}</Fact>
      <Fact name={t('panel.language')}>{languageNames[language]}</Fact>
    </Facts>
  );
}
