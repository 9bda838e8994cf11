"""Several processes of one thread each that train one network.

Threads that wait for each other in every operation are three times slower on a machine that does other things too.
"""

import socket

import torch
from torch import distributed


def free_port():
    """A port on which the processes can meet."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def meet(rank, processes, port):
    """Joins the others."""
    torch.set_num_threads(1)
    store = distributed.TCPStore("127.0.0.1", port, processes, rank == 0)
    distributed.init_process_group("gloo", store=store, rank=rank, world_size=processes)


def part():
    """Leaves the others."""
    distributed.destroy_process_group()


def shared_clock(seconds):
    """The first process's time, so that all stop at the same step."""
    clock = torch.tensor(seconds)
    distributed.broadcast(clock, 0)
    return clock.item()


def share_gradients(network):
    """Averages the gradients of all processes."""
    gradients = [p.grad for p in network.parameters() if p.grad is not None]
    flat = torch.cat([gradient.flatten() for gradient in gradients])
    distributed.all_reduce(flat)
    flat /= distributed.get_world_size()
    for gradient, mean in zip(gradients, flat.split([gradient.numel() for gradient in gradients])):
        gradient.copy_(mean.view_as(gradient))
