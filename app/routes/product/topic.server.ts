/**
 * What a page that answers a form is about, for its title. Titles are made from what loaders return, and loaders do not
 * see what the action found; both get the request's own load context.
 */
const topics = new WeakMap<object, string>();

export const setTopic = (context: object, topic: string) => topics.set(context, topic);
export const topicOf = (context: object): string | undefined => topics.get(context);
