import { getContact } from '@escuta/contract/contacts';
import { ContactId } from '@escuta/contract/ids';
import { Input, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { SendPage } from '#web/features/sends/SendPage.tsx';
import { StepCard } from '#web/features/sends/StepCard.tsx';
import { isMissing } from '#web/lib/call.ts';
import { routeQuery } from '#web/lib/route-query.ts';
import { Loaded } from '#web/ui/Loaded.tsx';
import { NotFoundState } from '#web/ui/NotFoundState.tsx';
import { StandaloneLink } from '#web/ui/StandaloneLink.tsx';
import { usePersonName } from '#web/ui/use-person-name.ts';

const route = getRouteApi('/shell/contatos/$id/envio');

/** A send to one contact, from their page: no bulk send, so it is followed in their timeline and not in the queue. */
export function ContactSendPage() {
  const { t } = useTranslation('sends');
  const id = ContactId.safeParse(route.useParams().id).data;
  const search = route.useSearch();
  const changeSearch = route.useNavigate();
  const navigate = useNavigate();
  const personName = usePersonName();
  const answer = useQuery(routeQuery(getContact, id && { params: { id } }));
  if (!id || isMissing(answer.error)) return <NotFoundState />;
  return (
    <Loaded answer={answer}>
      {({ customer, name }) => (
        <SendPage
          search={{ ...search, contactId: id }}
          onChange={({ surveyId, channel }) =>
            void changeSearch({
              search: (before) => ({ ...before, ...(surveyId && { surveyId }), ...(channel && { channel }) }),
              replace: true,
            })
          }
          back={
            <StandaloneLink to="/contatos/$id" params={{ id }}>
              {personName({ ...customer, name })}
            </StandaloneLink>
          }
          title={t('new.toContact.title')}
          text={t('new.toContact.text')}
          audience={({ numbers, errors }) => (
            <StepCard number={2} title={t('new.toContact.audience')}>
              <Text style={{ overflowWrap: 'anywhere' }}>{personName({ ...customer, name })}</Text>
              {errors.audience && <Input.Error mt="xs">{errors.audience}</Input.Error>}
              {numbers}
            </StepCard>
          )}
          onSent={() => void navigate({ to: '/contatos/$id', params: { id } })}
        />
      )}
    </Loaded>
  );
}
