import { describe, expect, test } from 'vitest';
import { parseSmsUrl } from './sms-url.ts';

describe('parseSmsUrl', () => {
  test('reads address, credentials and parameters, and keeps what is ours out of the address', () => {
    const config = parseSmsUrl(
      'https://ana%40x:p%3A%2F@sms.example/v2/messages?connections=8&timeoutMs=9000&lookUp=yes',
    );
    expect(config.url.href).toBe('https://sms.example/v2/messages');
    expect(config).toMatchObject({ connectionsMax: 8, answerTimeoutMs: 9_000, hasLookUp: true });
    expect(config.authorization).toBe(`Basic ${Buffer.from('ana@x:p:/').toString('base64')}`);
    expect(parseSmsUrl('https://t%2Fken@sms.example').authorization).toBe('Bearer t/ken');
    expect(parseSmsUrl('https://sms.example')).not.toHaveProperty('authorization');
  });

  test.each(['http://127.0.0.1:8080/x', 'http://localhost/x', 'http://[::1]/x'])('clear text stays here: %s', (url) => {
    expect(parseSmsUrl(url).url.href).toBe(url);
  });

  test.each([
    'sms.example',
    'smtp://sms.example',
    'http://sms.example',
    'http://127.0.0.1.example',
    'https://a:s3cret@sms.example?conections=5',
    'https://a:s3cret@sms.example?connections=0',
    'https://a:s3cret@sms.example?lookUp=perhaps',
    'https://a:s3cret%@sms.example',
  ])('refuses %s without repeating it', (url) => {
    expect(() => parseSmsUrl(url)).toThrow(expect.objectContaining({ name: 'ProviderUrlError' }));
    expect(() => parseSmsUrl(url)).not.toThrow(/s3cret/);
  });
});
