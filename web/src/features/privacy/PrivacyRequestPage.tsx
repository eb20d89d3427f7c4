import type { PrivacyRequestDetails } from '@escuta/contract/privacy-requests';
import { PrivacyRequestId } from '@escuta/contract/ids';
import { Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { DueCountdown } from '#web/features/privacy/DueCountdown.tsx';
import { PrivacySteps } from '#web/features/privacy/PrivacySteps.tsx';
import { requestQuery } from '#web/features/privacy/api.ts';
import { RequestChange } from '#web/features/privacy/RequestChange.tsx';
import { RequestPerson } from '#web/features/privacy/RequestPerson.tsx';
import { statusTones } from '#web/features/privacy/use-request-columns.tsx';
import { isMissing } from '#web/lib/call.ts';
import { formatInstant } from '#web/lib/format.ts';
import { Fact, Facts } from '#web/ui/Facts.tsx';
import { Loaded } from '#web/ui/Loaded.tsx';
import { NotFoundState } from '#web/ui/NotFoundState.tsx';
import { NoValue } from '#web/ui/NoValue.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { Phone } from '#web/ui/Phone.tsx';
import { StandaloneLink } from '#web/ui/StandaloneLink.tsx';
import { StatusWord } from '#web/ui/StatusWord.tsx';

const route = getRouteApi('/shell/settings/privacy/$id');

/** One privacy request: what was asked, what to do about it, and what was done. */
export function PrivacyRequestPage() {
  const { t } = useTranslation('privacy');
  const id = PrivacyRequestId.safeParse(route.useParams().id).data;
  const answer = useQuery(requestQuery(id));
  const evidence = useRef<HTMLHeadingElement>(null);
  if (!id || isMissing(answer.error)) return <NotFoundState />;
  return (
    <>
      <StandaloneLink to="/settings/privacy">{t('title')}</StandaloneLink>
      <PageHeader title={answer.data ? t('one', { protocol: answer.data.protocol }) : t('title')} />
      <Loaded answer={answer}>
        {(request) => (
          <Stack gap="xl" maw={880}>
            <RequestFacts request={request} />
            <RequestChange key={request._id} request={request} />
            <RequestPerson request={request} onErased={() => evidence.current?.focus()} />
            <section aria-labelledby="evidence">
              <Title order={2} id="evidence" mb="sm" ref={evidence} tabIndex={-1}>
                {t('evidence')}
              </Title>
              <PrivacySteps steps={request.evidence} timezone={request.timezone} />
            </section>
          </Stack>
        )}
      </Loaded>
    </>
  );
}

function RequestFacts({ request }: { request: PrivacyRequestDetails }) {
  const { t } = useTranslation('privacy');
  return (
    <>
      <Facts>
        <Fact name={t('column.type')}>{t(`type.${request.type}`)}</Fact>
        <Fact name={t('column.requester')} isWide>
          {request.requester ? (
            <>
              {request.requester.nome}
              <br />
              {request.requester.email}
              {request.requester.tel !== null && (
                <>
                  <br />
                  <Phone tel={request.requester.tel} />
                </>
              )}
            </>
          ) : (
            t('requesterForgotten')
          )}
        </Fact>
        <Fact name={t('column.status')}>
          <StatusWord tone={statusTones[request.status]} word={t(`status.${request.status}`)} />
        </Fact>
        <Fact name={t('column.due')}>
          <DueCountdown request={request} />
        </Fact>
        <Fact name={t('column.created')}>{formatInstant(request.created_at, request.timezone)}</Fact>
        <Fact name={t('column.identity')}>{t(`identity.${request.identity_check}`)}</Fact>
        <Fact name={t('column.handler')}>{request.handled_by?.nome ?? <NoValue />}</Fact>
      </Facts>
      {request.details && (
        <section aria-labelledby="details">
          <Title order={2} id="details" mb="xs">
            {t('details')}
          </Title>
          <Text style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>{request.details}</Text>
        </section>
      )}
    </>
  );
}
