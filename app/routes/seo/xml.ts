export const XML_HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n';
