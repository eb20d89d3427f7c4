import * as invitations from '@escuta/contract/invitations';
import * as team from '@escuta/contract/team';
import type { UserId } from '@escuta/contract/ids';
import { narrowingsOf } from '#modules/contacts/index.ts';
import { countSurveysOf } from '#modules/surveys/index.ts';
import type { AppContext } from '#platform/app-context/app-context.ts';
import type { App } from '#platform/http/app.ts';
import { implement } from '#platform/http/implement.ts';
import { openRateLimit } from '#platform/limits/rate-limit.ts';
import { acceptInvitation } from './accept-invitation.ts';
import { deactivateMember, reactivateMember } from './deactivate-member.ts';
import { memberToChange } from './find-member.ts';
import { listMembers } from './list-members.ts';
import type { MemberRow } from './list-members.ts';
import { cancelInvitation, inviteMembers, resendInvitation } from './manage-invitations.ts';
import { openInvitation, presentInvitation, updateInvitation } from './opened-invitation.ts';
import { presentMember } from './present-member.ts';
import { managerOf } from './standing.ts';
import type { Standing } from './standing.ts';
import { transferCompany } from './transfer-company.ts';
import { updateMember } from './update-member.ts';
import type { Member } from '@escuta/contract/team';

type WireStanding = Pick<Member, 'role' | 'ticketing_role' | '_businesses' | 'exports_personal_data' | 'narrowing'>;

function standingIn(body: WireStanding): Standing {
  return {
    role: body.role,
    ticketingRole: body.ticketing_role,
    businessUnitIds: body._businesses,
    exportsPersonalData: body.exports_personal_data,
    narrowing: body.narrowing,
  };
}

/** What an invitation promises. */
function promisedNarrowing({ narrowing_field: field, narrowing_value: value }: MemberRow) {
  return field !== null && value !== null ? { field, value } : null;
}

/** The routes of the company's people. */
export function teamRoutes(app: App, context: AppContext): void {
  const { clock } = context;
  const perCompany = openRateLimit(context, 'invite-company');

  implement(
    app,
    team.listMembers,
  )(({ scope, query: { search, state, role, ...page }, inCompany }) =>
    inCompany(async (tx) => {
      const { companyId, userId } = scope;
      const manager = { ...(await managerOf(tx, scope)), userId };
      const { rows, total } = await listMembers(tx, { companyId, search, state, role }, page);
      const userIds = rows.flatMap(({ id, state }) => (state === 'convidado' ? [] : [id as UserId]));
      const narrowings = await narrowingsOf(tx, { companyId, userIds });
      const data = rows.map((row) => presentMember(row, manager, narrowings.get(row.id) ?? promisedNarrowing(row)));
      return { data, total };
    }),
  );

  implement(app, team.inviteMembers, { admit: ({ scope }) => perCompany.take(scope.companyId) })(({ scope, body }) =>
    inviteMembers(context, scope, { emails: body.emails, standing: standingIn(body) }, clock.now()),
  );

  implement(
    app,
    team.resendInvitation,
  )(async ({ scope, params }) => {
    await resendInvitation(context, scope, params.id, clock.now());
    return { ok: true };
  });

  implement(
    app,
    team.cancelInvitation,
  )(async ({ scope, params, inCompany }) => {
    await inCompany((tx) => cancelInvitation(tx, scope, params.id, clock.now()));
    return { ok: true };
  });

  userRoutes(app, context);
  invitationRoutes(app, context);
}

/** What is done to users. */
function userRoutes(app: App, { database, clock }: AppContext): void {
  implement(
    app,
    team.updateMember,
  )(async ({ scope, params, body, inCompany }) => {
    await inCompany((tx) => updateMember(tx, scope, { id: params.id, standing: standingIn(body) }, clock.now()));
    return { ok: true };
  });

  implement(
    app,
    team.getOwnership,
  )(({ scope, params, inCompany }) =>
    inCompany(async (tx) => {
      const { id } = await memberToChange(tx, scope, params.id);
      return { surveys: await countSurveysOf(tx, scope.companyId, id) };
    }),
  );

  implement(
    app,
    team.deactivateMember,
  )(async ({ scope, params, body }) => ({
    surveys: await deactivateMember(database, scope, { id: params.id, successor: body.successor }, clock.now()),
  }));

  implement(
    app,
    team.reactivateMember,
  )(async ({ scope, params }) => {
    await reactivateMember(database, scope, params.id, clock.now());
    return { ok: true };
  });

  implement(
    app,
    team.transferCompany,
  )(async ({ scope, body, inCompany }) => {
    await inCompany((tx) => transferCompany(tx, scope, body.successor, clock.now()));
    return { ok: true };
  });
}

/** What the link of an invitation opens, before there is a session. */
function invitationRoutes(app: App, context: AppContext): void {
  const { database, clock } = context;
  const perAddress = openRateLimit(context, 'address');
  const accepted = openRateLimit(context, 'accept-address');

  implement(app, invitations.getInvitation, { admit: ({ request }) => perAddress.take(request.ip) })(({ params }) =>
    database.withSystem(async (tx) => presentInvitation(await openInvitation(tx, params.id, clock.now()))),
  );

  implement(app, invitations.updateInvitation, { admit: ({ request }) => perAddress.take(request.ip) })(
    ({ params, body }) =>
      database.withSystem(async (tx) => presentInvitation(await updateInvitation(tx, params.id, body, clock.now()))),
  );

  implement(app, invitations.acceptInvitation, { admit: ({ request }) => accepted.take(request.ip) })(
    async ({ params, body, request }) => {
      const { nome: name, phone, senha: password } = body;
      const accepting = { token: params.id, name, phone, password, address: request.ip };
      const { id, invitation } = await acceptInvitation(context, accepting);
      const { email, role, company_id } = invitation;
      return { _id: id, email, nome: name, role, _empresa: company_id, active: true as const };
    },
  );
}
