import type { ConsentStatus } from '@escuta/contract/consents';
import type { ContactId } from '@escuta/contract/ids';
import type { SendChannel } from '@escuta/contract/sends';
import { invitedToMerge, mergeWorkplace, unsubscribeLink } from './merge-steps.ts';
import type { TestContext } from './test-context.ts';

type Body = ReturnType<typeof JSON.parse>;

/** The basis of a note of what somebody told the company. */
export const agreed = { basis: 'consent', text_version: null };

/** Two people and a third one whom somebody wrote to; each thing that is done is done at a moment of its own. */
export async function optOutWorkplace(context: TestContext) {
  const here = await mergeWorkplace(context);
  const { kept, other, alone } = await invitedToMerge(context, here);
  const then = <Args extends unknown[], Done>(act: (...args: Args) => Done) => {
    return (...args: Args) => {
      context.clock.advance(1_000);
      return act(...args);
    };
  };
  const consents = async (id: ContactId): Promise<Body> => (await here.call('GET', `/contacts/${id}/consents`)).body;
  const stops = async (id: ContactId) => {
    const { stopped } = await consents(id);
    return { email: stopped.email?.reason ?? null, sms: stopped.sms?.reason ?? null };
  };
  const history = async (id: ContactId) => (await consents(id)).data.map(({ status }: Body) => status);
  const check = async (address: string): Promise<string | null> => {
    const { body } = await here.call('POST', '/suppressions/checks', { address });
    return body.channels[0].suppression?.reason ?? null;
  };
  const note = then((id: ContactId, channel: SendChannel, status: ConsentStatus) =>
    here.call('POST', `/contacts/${id}/consents`, { ...agreed, channel, status }),
  );
  return {
    ...here,
    kept: kept.contact,
    other: other.contact,
    alone: alone.contact,
    items: { alone: alone.itemId },
    tokens: { kept: kept.token, other: other.token, alone: alone.token },
    merged: then(here.merged),
    undo: then(here.undo),
    stop: then((token: string) => unsubscribeLink(context, token)),
    back: then((token: string) => unsubscribeLink(context, token, 'back=1')),
    change: then((id: ContactId, form: object) => here.call('PUT', `/contacts/${id}`, form)),
    note,
    withdraw: (id: ContactId, channel: SendChannel) => note(id, channel, 'withdrawn'),
    /** The message to the third one is that of the first one, as after they were merged. */
    giveMessage: () =>
      context.database.withCompany(here.companyId, (tx) =>
        tx
          .updateTable('send_items')
          .set({ contact_id: kept.contact.id })
          .where('company_id', '=', here.companyId)
          .where('id', '=', alone.itemId)
          .execute(),
      ),
    stops,
    history,
    check,
  };
}
