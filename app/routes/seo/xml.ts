export const XML_HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n';

/** @param text without control characters other than line breaks and tabs, which XML lacks */
export const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`);
