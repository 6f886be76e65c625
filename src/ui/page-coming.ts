let asked = () => false;

/** Whether a page is on its way: the address is that of the page, and what is drawn is still the page that is being left. */
export const isPageComing = (): boolean => asked();

/** Given once, by what has the router. */
export function tellPageComing(ask: () => boolean): void {
  asked = ask;
}
