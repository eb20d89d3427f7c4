import {
  eraseRequester,
  getPrivacyRequest,
  listPrivacyRequests,
  rehearseErasure,
} from '@escuta/contract/privacy-requests';
import type { MatchedContact, PrivacyRequestDetails, RequestedErasure } from '@escuta/contract/privacy-requests';
import { Modal, Radio, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '#web/lib/format.ts';
import { routeQuery, useRouteMutation } from '#web/lib/route-query.ts';
import { CommentsChoice } from '#web/ui/CommentsChoice.tsx';
import { Fact, Facts } from '#web/ui/Facts.tsx';
import { ConfirmForm } from '#web/ui/form/ConfirmForm.tsx';
import { Loaded } from '#web/ui/Loaded.tsx';
import { noticeSuccess } from '#web/ui/notices.tsx';

interface RequestErasureProps {
  readonly request: PrivacyRequestDetails;
  /** Who is to be erased; nobody when closed. */
  readonly contact: MatchedContact | undefined;
  readonly onBack: () => void;
  /** It is done, and the dialog is gone. */
  readonly onErased: () => void;
}

/** Shows what an erasure would take of a contact before it is done (PRIVACY-09, -13). */
export function RequestErasure({ request, contact, onBack, onErased }: RequestErasureProps) {
  const { t } = useTranslation(['privacy', 'ui']);
  // While the dialog fades it still shows what it showed.
  const [shown, setShown] = useState(contact);
  const [isErased, setErased] = useState(false);
  if (contact !== undefined && contact !== shown) {
    setShown(contact);
    setErased(false);
  }
  return (
    <Modal
      opened={contact !== undefined && !isErased}
      onClose={onBack}
      // The button that opened it is gone with the contact.
      returnFocus={!isErased}
      onExitTransitionEnd={isErased ? onErased : undefined}
      title={t('erasure.title')}
      closeButtonProps={{ 'aria-label': t('ui:dialog.close') }}
    >
      {shown && (
        <Question key={shown._id} request={request} contact={shown} onBack={onBack} onErased={() => setErased(true)} />
      )}
    </Modal>
  );
}

type QuestionProps = Omit<RequestErasureProps, 'contact'> & { readonly contact: MatchedContact };
const ways = ['anonymized', 'deleted'] as const;

function Question({ request, contact, onBack, onErased }: QuestionProps) {
  const { t } = useTranslation(['privacy', 'erasures']);
  const [as, setAs] = useState<RequestedErasure['as']>('anonymized');
  const [comments, setComments] = useState<RequestedErasure['comments']>('remove');
  const params = { id: request._id };
  const erasure: RequestedErasure = { contactId: contact._id, as, comments };
  const rehearsal = useQuery(routeQuery(rehearseErasure, { params, query: erasure }, { staleTime: 0, gcTime: 0 }));
  const erasing = useRouteMutation(eraseRequester, {
    invalidates: [getPrivacyRequest, listPrivacyRequests],
    onSuccess: ({ status }) => {
      noticeSuccess(t(status === 'done' ? 'erasure.closed' : 'erasure.done'));
      onErased();
    },
  });
  const name = contact.nome || t('person.unnamed');
  return (
    <ConfirmForm
      call={erasing}
      confirmLabel={t('erasure.erase')}
      isDestructive
      isDisabled={!rehearsal.data}
      onConfirm={() => erasing.mutate({ params, body: erasure })}
      onBack={onBack}
    >
      <Text>{t('erasure.question', { name, unit: contact.business.nome })}</Text>
      <Radio.Group label={t('erasure.as')} value={as} onChange={setAs}>
        <Stack gap="xs" mt="xs">
          {ways.map((each) => (
            <Radio key={each} value={each} label={t(`erasure.${each}`)} description={t(`erasure.${each}Text`)} />
          ))}
        </Stack>
      </Radio.Group>
      <CommentsChoice value={comments} onChange={setComments} />
      <section aria-labelledby="rehearsal">
        <Title order={3} id="rehearsal" mb="xs">
          {t('erasure.rehearsal')}
        </Title>
        <Loaded answer={rehearsal}>
          {({ tables }) => (
            <Facts inPairs>
              {tables.map(({ table, rows }) => (
                <Fact key={table} name={t(`erasures:table.${table}`)}>
                  {formatNumber(rows)}
                </Fact>
              ))}
            </Facts>
          )}
        </Loaded>
      </section>
    </ConfirmForm>
  );
}
