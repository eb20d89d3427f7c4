import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';

/** The newest message to an address with this subject, as text, once it has arrived. The page stays where it is. */
export async function newestMail(page: Page, to: string, subject: string | RegExp): Promise<string> {
  const mailbox = await page.context().newPage();
  try {
    const message = mailbox.getByRole('row').filter({ hasText: to }).getByRole('link', { name: subject }).first();
    await expect(async () => {
      await mailbox.goto(`/dev/mailbox?to=${encodeURIComponent(to)}`);
      await expect(message).toBeVisible({ timeout: 500 });
    }).toPass({ timeout: 30_000 });
    await message.click();
    await mailbox.getByRole('link', { name: 'Text', exact: true }).click();
    return await mailbox.locator('pre').innerText();
  } finally {
    await mailbox.close();
  }
}
