/** The nonce that the server gave this page: style sheets made at run time pass the content security policy with it. */
export function pageNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';
}

/** Hands the nonce to the library that locks scrolling behind dialogs, which asks for it by this name. */
export function giveNonceToLibraries(): void {
  Object.assign(globalThis, { __webpack_nonce__: pageNonce() });
}
