import { describe, expect, test } from 'vitest';
import { parseSmtpUrl } from './smtp-url.ts';

describe('parseSmtpUrl', () => {
  test('reads host, port, credentials and parameters', () => {
    const url = 'smtps://ana%40x:p%3A%2F@mail.example?connections=8&messages=50&name=a.example&timeoutMs=9000';
    expect(parseSmtpUrl(url)).toMatchObject({
      host: 'mail.example',
      port: 465,
      isImplicitTls: true,
      isCertificateChecked: true,
      user: 'ana@x',
      password: 'p:/',
      name: 'a.example',
      connectionsMax: 8,
      messagesPerConnectionMax: 50,
      silenceTimeoutMs: 9000,
    });
  });

  test.each([
    ['smtp://127.0.0.1:2525', 'optional'],
    ['smtp://mail.example', 'optional'],
    ['smtp://a:b@127.0.0.1', 'optional'],
    ['smtp://a:b@[::1]', 'optional'],
    ['smtp://a:b@mail.example', 'required'],
    ['smtp://a:b@127.0.0.1.example', 'required'],
    ['smtp://a:b@mail.example?tls=off', 'off'],
  ])('credentials leave this machine encrypted unless told otherwise: %s', (url, startTls) => {
    expect(parseSmtpUrl(url).startTls).toBe(startTls);
  });

  test.each([
    'mail.example',
    'http://mail.example',
    'smtp://',
    'smtp://a:s3cret@mail.example?tsl=off',
    'smtp://a:s3cret@mail.example?tls=no',
    'smtp://a:s3cret@mail.example?connections=0',
    'smtp://a:s3cret%@mail.example',
  ])('refuses %s without repeating it', (url) => {
    expect(() => parseSmtpUrl(url)).toThrow(expect.objectContaining({ name: 'ProviderUrlError' }));
    expect(() => parseSmtpUrl(url)).not.toThrow(/s3cret/);
  });
});
