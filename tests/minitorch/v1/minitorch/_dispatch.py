"""Chooses between two functions by a boolean argument."""


def boolean_dispatch(argument, if_true, if_false, module, name):
    def fn(*args, **kwargs):
        return (if_true if kwargs.get(argument) else if_false)(*args, **kwargs)

    fn.__module__, fn.__name__, fn.__qualname__, fn.__doc__ = module, name, name, if_true.__doc__
    return fn
