/** Hands the file of an answer to the browser, which saves it under the name that the server gave it, or else under this one. */
export async function saveAnswer(answer: Response, otherwise: string): Promise<void> {
  saveFile(await answer.blob(), attachedName(answer.headers.get('content-disposition')) ?? otherwise);
}

/** The name that the server gave a file: RFC 6266, the one with an encoding before the plain one; null without any. */
export function attachedName(disposition: string | null): string | null {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? '')?.[1];
  const plain = /filename="([^"]+)"/i.exec(disposition ?? '')?.[1];
  return decoded(encoded) ?? plain ?? null;
}

function decoded(name: string | undefined): string | undefined {
  if (name === undefined) return undefined;
  try {
    return decodeURIComponent(name);
  } catch {
    return undefined;
  }
}

// The browser reads the address a moment after the click.
const addressLivesMs = 60_000;

/** Hands a file to the browser, which saves it under this name. */
export function saveFile(content: Blob, name: string): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), addressLivesMs);
}
