/** To the clipboard; where a browser has none for the page, as over plain HTTP from another machine, the text is shown to be copied by hand. */
export function copy(text: string): void {
  const byHand = () => {
    window.prompt('Copy this', text);
  };
  if (!window.isSecureContext) {
    byHand();
    return;
  }
  navigator.clipboard.writeText(text).catch(byHand);
}
