import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { CompanyId } from '@escuta/contract/ids';
import { newId } from '#platform/crypto/ids.ts';
import { deleteContact, letLeave, otherUnitOf } from '../../testing/factories.ts';
import { plantSuppressions } from '../../testing/plant-suppressions.ts';
import { answersLeft, createInvitations, keptCounts, recount } from '../../testing/response-factories.ts';
import { testDefinition } from '../../testing/send-factories.ts';
import { testContext } from '../../testing/test-context.ts';

const context = testContext();

function open(url: string, headers: Record<string, string> = {}) {
  return context.app.inject({ url, headers });
}

/** Sends the form of a page as a browser without script does: the fields that the page holds, and what was filled in. */
function submit(html: string, filled: Record<string, string>) {
  const form = /<form[^>]*action="([^"]+)"[^>]*>(.*?)<\/form>/s.exec(html);
  if (!form) throw new Error('no form in the page');
  const inputs = [...(form[2] ?? '').matchAll(/<input [^>]*>/g)].map(([input]) => input);
  const sent = inputs.filter((input) => input.includes('type="hidden"') || input.includes('checked=""'));
  const fields = sent.map((input) => [
    /name="([^"]+)"/.exec(input)?.[1] ?? '',
    /value="([^"]*)"/.exec(input)?.[1] ?? '',
  ]);
  return postForm(form[1] ?? '', { ...Object.fromEntries(fields), ...filled });
}

function postForm(url: string, fields: Record<string, string>) {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  return context.app.inject({ method: 'POST', url, headers, payload: new URLSearchParams(fields).toString() });
}

/** A link whose signature does not fit any more. */
function forge(token: string): string {
  return `${token.slice(0, 40)}${token[40] === 'A' ? 'B' : 'A'}${token.slice(41)}`;
}

function chosenScore(html: string): string | undefined {
  const page = html.slice(0, html.indexOf('<template'));
  const input = /<input type="radio"[^>]*checked=""[^>]*>/.exec(page)?.[0];
  return /value="(\d+)"/.exec(input ?? '')?.[1];
}

describe('opening the link', () => {
  test('shows the question in the survey’s language, with nothing fetched from elsewhere and no way to be kept or framed', async () => {
    const { token } = await createInvitations(context);
    const page = await open(`/r/${token}`);
    expect(page.statusCode).toBe(200);
    expect(page.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex',
    });
    expect(page.body).toContain('<html lang="pt-BR">');
    expect(page.body).toContain('De 0 a 10, quanto você recomendaria a Aurora a um amigo?');
    expect(page.body).not.toMatch(/(src|href)="https?:/);
    const policy = String(page.headers['content-security-policy']);
    const nonce = /<script nonce="([^"]+)"/.exec(page.body)?.[1];
    expect(policy.split(';').filter((rule) => /^(default|script|connect)-src|^frame-/.test(rule))).toEqual([
      "default-src 'none'",
      "connect-src 'self'",
      "frame-ancestors 'none'",
      `script-src 'nonce-${nonce}'`,
    ]);
    expect(policy).not.toContain('unsafe');
  });

  test('[PRIVACY-18] prints the legal basis of the survey, each its own, and none where none was stated', async () => {
    const bases = [
      ['consent', 'Base legal: consentimento.'],
      ['contract', 'Base legal: execução de contrato.'],
      [undefined, undefined],
    ] as const;
    for (const [legalBasis, said] of bases) {
      const { token } = await createInvitations(context, { definition: { ...testDefinition, legalBasis } });
      for (const path of [`/r/${token}`, `/u/${token}`]) {
        const { body } = await open(path);
        expect(/Base legal: [^.]*\./.exec(body)?.[0]).toBe(said);
      }
    }
  });

  test('a score in the message is chosen on the page and recorded nowhere, however often it is opened', async () => {
    const { token, companyId } = await createInvitations(context);
    const before = await answersLeft(context, companyId);
    for (const score of ['9', '0', '10']) {
      const page = await open(`/r/${token}?n=${score}`, { 'user-agent': 'LinkScanner/1.0' });
      expect(chosenScore(page.body)).toBe(score);
      expect(page.body).toContain(`Sua nota: <b data-key="score">${score}</b>`);
      expect(page.body).toMatch(/<h1[^>]*><label[^>]*>(O que deu errado\?|Do que você mais gostou\?)/);
    }
    for (const nonsense of ['11', '-1', 'x', '9.5', ''])
      expect(chosenScore((await open(`/r/${token}?n=${nonsense}`)).body)).toBeUndefined();
    expect(await answersLeft(context, companyId)).toEqual(before);
    expect(before.responses).toEqual([]);
  });

  test('another score of the same message changes the one before, until the answers are complete', async () => {
    const { token, responseId } = await createInvitations(context);
    const answer = (payload: object) =>
      context.app.inject({ method: 'POST', url: `/api/answers/${token}`, payload: { responseId, ...payload } });
    const opened = async (score: number) => {
      const { body } = await open(`/r/${token}?n=${score}`);
      return [chosenScore(body), /data-unsaid="(true)"/.exec(body)?.[1]];
    };
    expect(await opened(2)).toEqual(['2', 'true']);
    await answer({ seq: 1, answers: { score: 2 } });
    expect(await opened(2)).toEqual(['2', undefined]);
    expect(await opened(9)).toEqual(['9', 'true']);
    expect(chosenScore((await open(`/r/${token}`)).body)).toBe('2');

    await answer({ seq: 2, answers: { score: 9, why: 'Tudo' }, complete: true });
    expect((await open(`/r/${token}?n=3`)).body).toContain('(nota 9)');
  });

  test('a link that is not ours gets a kind page in the language of the browser', async () => {
    const page = await open('/r/nothing-of-ours', { 'accept-language': 'fr-FR, es;q=0.9, en;q=0.8' });
    expect(page.statusCode).toBe(404);
    expect(page.body).toContain('Este enlace no es válido');
    expect((await open('/u/nothing-of-ours')).body).toContain('Este link não é válido');
  });

  test('paused and closed surveys say so and ask nothing', async () => {
    for (const [status, words] of [
      ['paused', 'Esta pesquisa está pausada'],
      ['closed', 'Esta pesquisa não está recebendo respostas'],
    ] as const) {
      const { token } = await createInvitations(context, { status });
      const page = await open(`/r/${token}`);
      expect([page.statusCode, page.body.includes(words), page.body.includes('<form')]).toEqual([410, true, false]);
      const answered = await postForm(`/r/${token}`, { r: newId(), s: '1', 'n.score': '9' });
      expect(answered.statusCode).toBe(410);
    }
  });

  test('a company that has left asks nothing and takes nothing, by page, by form or by call', async () => {
    const { token, responseId, companyId } = await createInvitations(context);
    await letLeave(context, companyId);
    const opened = await open(`/r/${token}?n=9`);
    const answered = await postForm(`/r/${token}`, { r: responseId, s: '1', 'n.score': '9' });
    for (const page of [opened, answered]) {
      expect([page.statusCode, page.body.includes('<form')]).toEqual([410, false]);
      expect(page.body).toContain('Esta pesquisa não está recebendo respostas');
    }
    const payload = { responseId, seq: 1, answers: { score: 9 } };
    const called = await context.app.inject({ method: 'POST', url: `/api/answers/${token}`, payload });
    expect([called.statusCode, called.json().code]).toEqual([410, 'SURVEY_CLOSED']);
    expect((await answersLeft(context, companyId)).responses).toEqual([]);
  });

  test('HTML in what people write stays text', async () => {
    const { token, companyId, responseId } = await createInvitations(context);
    await context.app.inject({
      method: 'POST',
      url: `/api/answers/${token}`,
      payload: { responseId, seq: 1, answers: { why: '</textarea><script>alert(1)</script>' } },
    });
    const page = await open(`/r/${token}`);
    expect(page.body).not.toContain('<script>alert');
    expect((await answersLeft(context, companyId)).responses).toMatchObject([
      { comment: '</textarea><script>alert(1)</script>' },
    ]);
  });
});

describe('answering without script', () => {
  test('goes from the score to the words to the closing, one form after the other', async () => {
    const { token, companyId } = await createInvitations(context);
    const first = await open(`/r/${token}`);

    const scored = await submit(first.body, { 'n.score': '3' });
    expect([scored.statusCode, scored.headers.location]).toEqual([303, `/r/${token}`]);
    expect((await answersLeft(context, companyId)).responses).toMatchObject([{ score: 3, status: 'partial' }]);

    const second = await open(`/r/${token}`);
    expect(second.body).toContain('O que deu errado?');
    expect(chosenScore(second.body)).toBe('3');

    context.clock.advance(5_000);
    const done = await submit(second.body, { 'n.score': '4', 't.why': 'Chuveiro frio\r\nde novo' });
    expect(done.statusCode).toBe(303);
    const left = await answersLeft(context, companyId);
    expect(left.responses).toMatchObject([{ score: 4, comment: 'Chuveiro frio\nde novo', status: 'complete' }]);
    expect(keptCounts(left.metrics)).toEqual(recount(left.responses));

    const closing = await open(`/r/${token}`);
    expect(closing.body).toContain('Obrigado!');
    expect(closing.body).not.toContain('<form');
    expect((await submit(second.body, { 't.why': 'mais' })).statusCode).toBe(303);
    expect(await answersLeft(context, companyId)).toEqual(left);
  });

  test('optional words may be left empty', async () => {
    const { token, companyId } = await createInvitations(context);
    const page = await open(`/r/${token}?n=10`);
    context.clock.advance(5_000);
    expect((await submit(page.body, { 't.why': '' })).statusCode).toBe(303);
    expect((await answersLeft(context, companyId)).responses).toMatchObject([
      { score: 10, comment: null, status: 'complete' },
    ]);
  });

  test('one button sends the score of the message and the words, and the score can still be changed', async () => {
    for (const [changed, score] of [
      [{}, 9],
      [{ 'n.score': '2' }, 2],
    ] as const) {
      const { token, companyId } = await createInvitations(context);
      const page = await open(`/r/${token}?n=9`);
      await submit(page.body, { ...changed, 't.why': 'A vista' });
      const left = await answersLeft(context, companyId);
      expect(left.responses).toMatchObject([{ score, comment: 'A vista', status: 'complete' }]);
      expect(keptCounts(left.metrics)).toEqual(recount(left.responses));
    }
  });

  test('the second of two taps meets the next question and does not end the answers without it', async () => {
    const { token, companyId } = await createInvitations(context);
    await submit((await open(`/r/${token}`)).body, { 'n.score': '9' });
    const next = await open(`/r/${token}`);
    for (const apart of [80, 200, 350]) {
      context.clock.advance(apart);
      expect((await submit(next.body, { 't.why': '' })).headers.location).toBe(`/r/${token}`);
      expect((await answersLeft(context, companyId)).responses).toMatchObject([{ score: 9, status: 'partial' }]);
    }
    const again = await open(`/r/${token}`);
    expect(again.body).toContain('Do que você mais gostou?');
    context.clock.advance(200);
    await submit(again.body, { 't.why': 'A vista' });
    expect((await answersLeft(context, companyId)).responses).toMatchObject([
      { score: 9, comment: 'A vista', status: 'complete' },
    ]);
  });

  test('who left the comment out is asked for it once more, for a day, and the counters follow', async () => {
    const { token, companyId } = await createInvitations(context);
    const page = await open(`/r/${token}?n=9`);
    context.clock.advance(5_000);
    await submit(page.body, {});
    const closing = await open(`/r/${token}`);
    expect(closing.body).toContain('Quer contar o motivo?');
    expect(closing.body).toContain('Obrigado!');

    context.clock.advance(23 * 3_600_000);
    expect((await submit(closing.body, { 't.why': 'O café', 'n.score': '1' })).statusCode).toBe(303);
    const left = await answersLeft(context, companyId);
    expect(left.responses).toMatchObject([{ score: 9, comment: 'O café', status: 'complete' }]);
    expect(keptCounts(left.metrics)).toEqual(recount(left.responses));
    expect((await open(`/r/${token}`)).body).not.toContain('<form');
  });

  test('after a day, or when the survey has ended, nobody is asked any more', async () => {
    const late = await createInvitations(context);
    const ended = await createInvitations(context);
    for (const { token } of [late, ended]) {
      const page = await open(`/r/${token}?n=9`);
      context.clock.advance(5_000);
      await submit(page.body, {});
    }
    await context.database.withCompany(ended.companyId, (tx) =>
      tx.updateTable('surveys').set({ status: 'closed' }).where('company_id', '=', ended.companyId).execute(),
    );
    expect((await open(`/r/${ended.token}`)).body).not.toContain('<form');
    context.clock.advance(24 * 3_600_000 + 1);
    expect((await open(`/r/${late.token}`)).body).not.toContain('<form');
  });

  test('whoever comes back is told of the answer that stands, and a second one changes nothing', async () => {
    const { token, companyId } = await createInvitations(context);
    const first = await open(`/r/${token}?n=9`);
    const other = await open(`/r/${token}`);
    context.clock.advance(5_000);
    await submit(first.body, { 't.why': 'A vista' });
    const left = await answersLeft(context, companyId);
    expect((await open(`/r/${token}`)).body).toContain('<h1 tabindex="-1">Recebemos sua resposta</h1>');

    const day = new Intl.DateTimeFormat('pt-BR', { dateStyle: 'long', timeZone: 'UTC' });
    const title = `Você já respondeu em ${day.format(new Date(String(left.responses[0]?.day)))} (nota 9)`;
    for (const again of [await submit(other.body, { 'n.score': '2' }), await open(`/r/${token}?n=2`)])
      expect([again.statusCode, again.body.includes(title)]).toEqual([200, true]);
    context.clock.advance(60_000);
    expect((await open(`/r/${token}`)).body).toContain(title);
    expect(await answersLeft(context, companyId)).toEqual(left);
  });

  test('a form without a score comes back with the error beside the question, and stores nothing', async () => {
    const { token, companyId } = await createInvitations(context);
    const page = await submit((await open(`/r/${token}`)).body, {});
    expect(page.statusCode).toBe(422);
    expect(page.body).toMatch(/aria-describedby="error-0"[^>]*aria-invalid="true"/);
    expect(page.body).toMatch(/id="error-0"[^>]*>Escolha uma nota de 0 a 10\./);
    expect((await answersLeft(context, companyId)).responses).toEqual([]);
  });

  test('a form that no page of ours sends is refused kindly', async () => {
    const { token, companyId } = await createInvitations(context);
    const foreign: Record<string, string>[] = [
      { 'n.score': '11' },
      { 'n.score': 'x' },
      { 'n.other': '3' },
      { r: 'x' },
      { s: 'NaN' },
    ];
    for (const filled of foreign) {
      const page = await submit((await open(`/r/${token}`)).body, { 'n.score': '5', ...filled });
      const { statusCode, headers } = page;
      expect([filled, statusCode, headers['content-type']]).toEqual([filled, 422, 'text/html; charset=utf-8']);
    }
    expect((await context.app.inject({ method: 'POST', url: `/r/${token}` })).statusCode).toBe(422);
    expect((await answersLeft(context, companyId)).responses).toEqual([]);
  });

  test('a page that the person comes back to goes on at the first question without an answer', async () => {
    const { token, responseId } = await createInvitations(context);
    await context.app.inject({
      method: 'POST',
      url: `/api/answers/${token}`,
      payload: { responseId, seq: 1, answers: { score: 7 } },
    });
    const page = await open(`/r/${token}`);
    expect(page.body).toContain('O que faltou?');
    expect(page.body).toContain(`data-response="${responseId}" data-seq="2"`);
    expect(chosenScore(page.body)).toBe('7');
  });
});

describe('variables in the texts of the page', () => {
  async function invitedAs(name: string) {
    const invited = await createInvitations(context, {
      definition: {
        ...testDefinition,
        questions: testDefinition.questions.map((question) =>
          question.type === 'nps' ? { ...question, title: '{{nome}}, você indica a {{empresa}}?' } : question,
        ),
      },
    });
    await context.database.withCompany(invited.companyId, (tx) =>
      tx.updateTable('contacts').set({ name }).where('company_id', '=', invited.companyId).execute(),
    );
    return (await open(`/r/${invited.token}`)).body;
  }

  test('greet by the first name, and close over the gap where there is none', async () => {
    expect(await invitedAs('MARIA DA SILVA')).toMatch(/>Maria, você indica a [^<{]+\?</);
    for (const name of ['=HYPERLINK("http://mal.example")', 'eu@correio.example', 'x\u202ey']) {
      const body = await invitedAs(name);
      expect(body).toMatch(/>Você indica a [^<{]+\?</);
      expect(body).not.toContain('mal.example');
    }
  });
});

describe('stopping the messages', () => {
  async function suppressed(companyId: CompanyId) {
    return context.database.withCompany(companyId, (tx) =>
      tx
        .selectFrom('suppressions')
        .select(['business_unit_id', 'channel', 'reason', 'address_hash'])
        .where('company_id', '=', companyId)
        .execute(),
    );
  }

  test('opening the link asks and changes nothing; the button stops them, as often as it is pressed', async () => {
    const { token, companyId, businessUnitId, contact } = await createInvitations(context);
    const page = await open(`/u/${token}`);
    expect(page.body).toContain('Parar de receber pesquisas?');
    expect(await suppressed(companyId)).toEqual([]);

    const done = await submit(page.body, {});
    expect([done.statusCode, done.body.includes('Pronto, você não vai mais receber pesquisas')]).toEqual([200, true]);
    await submit(page.body, {});
    const { rows } = await context.database.pool.query<{ hash: Buffer }>('SELECT address_hash($1) AS hash', [
      contact.email,
    ]);
    expect(await suppressed(companyId)).toEqual([
      { business_unit_id: businessUnitId, channel: 'email', reason: 'unsubscribed', address_hash: rows[0]?.hash },
    ]);
    // Whoever comes back later finds it done, and the way back.
    expect((await open(`/u/${token}`)).body).toMatch(/Pronto, você não vai mais receber pesquisas.*Voltar a receber/);
  });

  test('who erred may go back, on record; a bounced address stays out, and opening the link changes nothing', async () => {
    const { token, companyId, businessUnitId, contact } = await createInvitations(context);
    const unit = { companyId, businessUnitId };
    await plantSuppressions(context, unit, [{ address: 'outra@exemplo.example', reason: 'unsubscribed' }]);
    const [other] = await suppressed(companyId);
    const done = await submit((await open(`/u/${token}`)).body, {});
    expect(done.body).toMatch(/Foi engano\?.*Voltar a receber/);
    expect(await suppressed(companyId)).toHaveLength(2);
    await open(`/u/${token}?back=1`);
    expect(await suppressed(companyId)).toHaveLength(2);

    context.clock.advance(5_000);
    const back = await submit(done.body, {});
    expect([back.statusCode, back.body.includes('Pronto, você voltará a receber pesquisas')]).toEqual([200, true]);
    expect(await suppressed(companyId)).toEqual([other]);
    expect((await open(`/u/${token}`)).body).toContain('Parar de receber pesquisas?');
    await submit(done.body, {});
    const lifted = await context.database.withCompany(companyId, (tx) =>
      tx.selectFrom('lifted_suppressions').selectAll().where('company_id', '=', companyId).execute(),
    );
    expect(lifted).toMatchObject([{ channel: 'email', lifted_at: context.clock.now() }]);

    await plantSuppressions(context, unit, [{ address: contact.email!, reason: 'bounced' }]);
    // They have stopped nothing themselves, and may.
    const page = await open(`/u/${token}`);
    expect(page.body).toContain('Parar de receber pesquisas?');
    await submit(page.body, {});
    await submit(done.body, {});
    expect(await suppressed(companyId)).toHaveLength(2);
  });

  test('stops them, and takes that back, in the unit that wrote, and in no other of the company', async () => {
    const { token, companyId, contact } = await createInvitations(context);
    const elsewhere = { companyId, businessUnitId: await otherUnitOf(context, companyId) };
    await plantSuppressions(context, elsewhere, [{ address: contact.email!, reason: 'unsubscribed' }]);
    const page = await open(`/u/${token}`);
    expect(page.body).toContain('Parar de receber pesquisas?');
    const done = await submit(page.body, {});
    expect(await suppressed(companyId)).toHaveLength(2);
    await submit(done.body, {});
    expect(await suppressed(companyId)).toMatchObject([{ business_unit_id: elsewhere.businessUnitId }]);
  });

  test.each(['has another address now', 'was deleted'])('stops them also where the contact %s', async (since) => {
    const { token, companyId, contact } = await createInvitations(context);
    const moved = 'moved@test.example';
    if (since === 'was deleted') await deleteContact(context, { companyId, id: contact.id });
    else {
      await context.database.withCompany(companyId, (tx) =>
        sql`UPDATE contacts SET email = ${moved} WHERE company_id = ${companyId} AND id = ${contact.id}`.execute(tx),
      );
    }
    await submit((await open(`/u/${token}`)).body, {});
    const stopped = since === 'was deleted' ? [contact.email] : [contact.email, moved];
    const { rows } = await context.database.pool.query<{ hash: Buffer }>(
      'SELECT address_hash(e) AS hash FROM unnest($1::text[]) AS emails (e)',
      [stopped],
    );
    const hashes = (await suppressed(companyId)).map(({ address_hash }) => address_hash.toString('hex'));
    expect(hashes.sort()).toEqual(rows.map(({ hash }) => hash.toString('hex')).sort());
  });

  test('the one click of a mail program works without a redirect, in both encodings (RFC 8058)', async () => {
    for (const [type, payload] of [
      ['application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'],
      [
        'multipart/form-data; boundary=b',
        '--b\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--\r\n',
      ],
    ] as const) {
      const { token, companyId } = await createInvitations(context);
      const reply = await context.app.inject({
        method: 'POST',
        url: `/u/${token}`,
        headers: { 'content-type': type },
        payload,
      });
      const { length } = await suppressed(companyId);
      expect([type, reply.statusCode, length]).toEqual([type, 200, 1]);
    }
  });

  test('works after the survey was closed, and not with a forged link', async () => {
    const { token, companyId } = await createInvitations(context, { status: 'closed' });
    const forged = await context.app.inject({ method: 'POST', url: `/u/${forge(token)}` });
    expect(forged.statusCode).toBe(404);
    expect(await suppressed(companyId)).toEqual([]);
    await context.app.inject({ method: 'POST', url: `/u/${token}` });
    expect(await suppressed(companyId)).toHaveLength(1);
  });
});
